import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { uploading } from '../../api/upload.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'
import { useSend } from '../../ui/useSend.ts'
import { otherwise } from './api.ts'
import { addressOf, INVALID_PICTURE, PICTURE_TYPES, pictureProblem } from './picture.ts'

const Card = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s3) var(--s4);
  align-items: center;

  @container page (width < 16rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Sent = styled(ProgressBar)`
  --filled: var(--brand);
`

const loadCrop = () => import('./CropDialog.tsx').then((module) => module.CropDialog)

export function AvatarCard({ user: { username, profileImage } }: { user: CurrentUser }) {
  const { isBusy, send } = useSend('user')
  /** Upload progress in percent. */
  const [sent, setSent] = useState<number | null>(null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const crop = useLazyComponent(loadCrop, 'Upload Failed')
  const { Component: Crop } = crop

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picture] = target.files ?? []
    if (!picture) return
    const problem = pictureProblem(picture)
    if (problem) toast(problem)
    else {
      setChosen(await addressOf(picture))
      await crop.open()
    }
    // Allows the same file to be selected again.
    target.value = ''
  }
  const refuse = () => {
    crop.close()
    toast(INVALID_PICTURE)
  }
  const upload = async (square: Blob) => {
    crop.close()
    const body = new FormData()
    body.append('avatar', square, 'avatar')
    setSent(0)
    await send('/api/user/avatar', {
      body,
      by: uploading(setSent),
      done: { title: 'Avatar uploaded' },
      failed: 'Upload Failed',
      otherwise: 'Upload failed',
    })
    setSent(null)
  }
  const remove = () =>
    send('/api/user/avatar', {
      method: 'DELETE',
      done: { title: 'Avatar removed' },
      failed: 'Delete Failed',
      otherwise,
    })

  return (
    <Panel title="Avatar">
      <PanelBody>
        <Card>
          <Avatar username={username} image={profileImage} isYou size="xl" />
          <Stack>
            <Row>
              <Button size="sm" busy={isBusy || crop.busy} onClick={() => file.current?.click()}>
                <Upload aria-hidden />
                {sent === null ? 'Upload Photo' : 'Uploading'}
              </Button>
              {profileImage !== null && !isBusy && (
                <Button size="sm" kind="plain" onClick={() => setConfirming(true)}>
                  Remove
                </Button>
              )}
            </Row>
            {sent !== null && <Sent label="Uploading" percent={sent} />}
            <Small as="p">JPG, PNG or GIF, up to 5 MB. You choose the square.</Small>
          </Stack>
        </Card>
      </PanelBody>
      <input
        ref={file}
        hidden
        type="file"
        accept={PICTURE_TYPES}
        aria-label="Photo"
        onChange={(event) => void choose(event)}
      />
      {Crop && chosen && <Crop picture={chosen} onCut={upload} onInvalid={refuse} onClose={crop.close} />}
      {isConfirming && (
        <ConfirmDialog
          title="Remove avatar?"
          action="Remove"
          danger
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        >
          Your initials will show instead.
        </ConfirmDialog>
      )}
    </Panel>
  )
}
