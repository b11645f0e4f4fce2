import { Info } from 'lucide-react'
import { useState } from 'react'
import useSWR from 'swr'
import { MOST_PASSKEYS } from '../../../../src/areas/passkeys/constants.ts'
import type { OwnPasskey, OwnPasskeys } from '../../../../src/areas/passkeys/contract.ts'
import { http } from '../../api/http.ts'
import { passkeyBarrier } from '../../api/passkeys.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { useAction } from '../../ui/useAction.ts'
import { AddPasskeyDialog } from './AddPasskeyDialog.tsx'
import { otherwise } from './api.ts'
import { passkeyText } from './model.ts'
import { reads } from './reads.ts'

export function Passkeys() {
  const read = useSWR<OwnPasskeys>(reads.passkeys.key, reads.passkeys.fresh)
  const barrier = passkeyBarrier()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<OwnPasskey | null>(null)
  const { run } = useAction()
  const remove = ({ id, name }: OwnPasskey) =>
    run(
      async () => {
        await http(`/api/user/passkeys/${id}`, { method: 'DELETE' })
        await read.mutate()
      },
      { done: { title: 'Passkey removed', description: name }, failed: 'Failed to remove the passkey', otherwise },
    )
  const mayAdd = barrier === null && read.data !== undefined && read.data.passkeys.length < MOST_PASSKEYS
  return (
    <Panel
      title="Passkeys"
      actions={
        mayAdd && (
          <Button size="sm" aria-label="Add a passkey" onClick={() => setAdding(true)}>
            Add
          </Button>
        )
      }
    >
      <Loaded read={read} failed="Unable to load your passkeys" loading={{ label: 'Loading your passkeys', rows: 1 }}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <PanelBody>
              <Small as="p">
                None yet. Sign in with your fingerprint, face or screen lock. A passkey also lets you back in if you
                forget your password.
              </Small>
            </PanelBody>
          ) : (
            <Rows aria-label="Passkeys">
              {passkeys.map((passkey) => (
                <li key={passkey.id}>
                  <RowText>
                    <b>{passkey.name}</b>
                    <Small as="div">{passkeyText(passkey, serverNow())}</Small>
                  </RowText>
                  <Button
                    size="sm"
                    aria-label={`Remove passkey ${passkey.name}, ${passkeyText(passkey, serverNow())}`}
                    onClick={() => setRemoved(passkey)}
                  >
                    Remove
                  </Button>
                </li>
              ))}
            </Rows>
          )
        }
      </Loaded>
      {barrier !== null && (
        <SideNote>
          <Info aria-hidden />
          <span>{barrier}</span>
        </SideNote>
      )}
      {isAdding && (
        <AddPasskeyDialog needsPassword={read.data?.needsPassword ?? true} onClose={() => setAdding(false)} />
      )}
      {removed && (
        <ConfirmDialog
          title={`Remove ${removed.name}?`}
          action="Remove"
          danger
          onConfirm={() => remove(removed)}
          onClose={() => setRemoved(null)}
        >
          You can’t sign in with it any more. Other devices that signed in with it are signed out. Your device may keep
          offering it until you delete it there, too.
        </ConfirmDialog>
      )}
    </Panel>
  )
}
