import { useState } from 'react'
import type { OwnExport } from '../../../../src/areas/accounts/contract.ts'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { http } from '../../api/http.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { Button } from '../../ui/Button.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { useAction } from '../../ui/useAction.ts'
import { otherwise } from './api.ts'
import { DeleteDialog } from './DeleteDialog.tsx'

interface MyDataProps {
  readonly profile: Profile
  /** Deletes the account with its password; throws on refusal. */
  onDelete(password: string): Promise<void>
}

export function MyData({ profile, onDelete }: MyDataProps) {
  const { isBusy, run } = useAction()
  const save = () =>
    run(
      async () => {
        const data = await http<OwnExport>('/api/user/export')
        saveFile(`plp-${data.username}.json`, 'application/json', `${JSON.stringify(data, null, 2)}\n`)
      },
      { failed: 'Export failed', otherwise },
    )
  const [isConfirming, setConfirming] = useState(false)
  return (
    <Panel title="My data">
      <Rows>
        <li>
          <RowText>
            <b>Export</b>
            <Small as="div">Everything we hold about you, events included, in one JSON file.</Small>
          </RowText>
          <Button size="sm" aria-label="Export my data" busy={isBusy} onClick={save}>
            Export
          </Button>
        </li>
        <li>
          <RowText>
            <b>Delete account</b>
            <Small as="div">Permanent. You’ll need your password.</Small>
          </RowText>
          <Button size="sm" aria-label="Delete account" onClick={() => setConfirming(true)}>
            Delete
          </Button>
        </li>
      </Rows>
      {isConfirming && <DeleteDialog profile={profile} onDelete={onDelete} onClose={() => setConfirming(false)} />}
    </Panel>
  )
}
