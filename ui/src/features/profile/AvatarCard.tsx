import { Upload } from 'lucide-react'
import { type ChangeEvent, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/contracts/accounts.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useLazyPart } from '../../ui/useLazyPart.tsx'
import { usePicture } from './api.ts'
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

/** The picture of the reader: another one, cut to its square in the browser, or none. */
export function AvatarCard({ user: { username, profileImage } }: { user: CurrentUser }) {
  const { isBusy, sent, upload, remove } = usePicture()
  const [chosen, setChosen] = useState<string | null>(null)
  const [isAsking, ask] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const crop = useLazyPart(loadCrop, 'Upload Failed')
  const { Part: Crop } = crop

  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [picture] = target.files ?? []
    if (!picture) return
    const problem = pictureProblem(picture)
    if (problem) toast(problem)
    else {
      setChosen(await addressOf(picture))
      await crop.open()
    }
    // The same file can be chosen again.
    target.value = ''
  }
  const refuse = () => {
    crop.close()
    toast(INVALID_PICTURE)
  }
  const send = async (square: Blob) => {
    crop.close()
    await upload(square)
  }

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
                <Button size="sm" kind="plain" onClick={() => ask(true)}>
                  Remove
                </Button>
              )}
            </Row>
            {sent !== null && <Sent label="Uploading" percent={sent} />}
            <Small as="p">JPG, PNG or GIF, at most 5 MB. You choose the square.</Small>
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
      {Crop && chosen && <Crop picture={chosen} onCut={send} onInvalid={refuse} onClose={crop.close} />}
      {isAsking && (
        <ConfirmDialog title="Remove avatar?" action="Remove" danger onConfirm={remove} onClose={() => ask(false)}>
          Your initials show instead, everywhere your name stands.
        </ConfirmDialog>
      )}
    </Panel>
  )
}
