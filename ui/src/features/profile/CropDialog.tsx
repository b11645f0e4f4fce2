import { getNonce } from 'get-nonce'
import { type ComponentProps, useState } from 'react'
import Cropper from 'react-easy-crop'
import { styled } from 'styled-components'
import { Button } from '../../ui/Button.tsx'
import { Dialog, DialogActions } from '../../ui/Dialog.tsx'
import { Field, useFieldProps } from '../../ui/Field.tsx'
import { useAction } from '../../ui/useAction.ts'
import { cutOut, type Square } from './picture.ts'

const STEP = 8
const MOST_ZOOM = 4

const Box = styled.div`
  position: relative;
  justify-self: center;
  width: 100%;
  max-width: min(18.75rem, 50dvh);
  aspect-ratio: 1;
  overflow: hidden;
  background: var(--pitch);
  --focus: var(--accent);

  [data-testid='cropper']:focus-visible {
    outline: 3px solid var(--focus);
    outline-offset: -3px;
  }
`

const Slider = styled.input`
  width: 100%;
  min-height: 32px;
  margin: 0;
  accent-color: var(--ink);
  cursor: pointer;
`

function Range(props: ComponentProps<'input'>) {
  return <Slider type="range" {...useFieldProps()} {...props} />
}

interface CropDialogProps {
  readonly picture: string
  onCut(square: Blob): void
  /** Called if the file cannot be decoded as an image. */
  onInvalid(): void
  onClose(): void
}

export function CropDialog({ picture, onCut, onInvalid, onClose }: CropDialogProps) {
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [square, setSquare] = useState<Square | null>(null)
  const { isBusy, run } = useAction()
  const cut = async () => {
    if (!square) return
    const done = await run(() => cutOut(picture, square), { failed: 'Upload Failed', otherwise: 'Upload failed' })
    if (done.isDone) onCut(done.answer)
  }
  return (
    <Dialog onClose={onClose} title="Choose the square">
      <Box>
        <Cropper
          image={picture}
          aspect={1}
          objectFit="cover"
          crop={position}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          keyboardStep={STEP}
          nonce={getNonce()}
          mediaProps={{ alt: '', onError: onInvalid }}
          cropperProps={{ role: 'group', 'aria-label': 'Your picture with the square to keep' }}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={(_, pixels) => setSquare(pixels)}
        />
      </Box>
      <Field
        label="Zoom"
        hint="Drag the picture, or move it with the arrow keys. Location and camera data are removed."
      >
        <Range
          min={1}
          max={MOST_ZOOM}
          step={0.1}
          value={zoom}
          aria-valuetext={`${zoom.toFixed(1)} times`}
          onChange={(event) => setZoom(event.target.valueAsNumber)}
        />
      </Field>
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <Button kind="primary" busy={isBusy || square === null} onClick={() => void cut()}>
          Use this
        </Button>
      </DialogActions>
    </Dialog>
  )
}
