import { Download } from 'lucide-react'
import { ShareLinks } from '../../features/sharing/ShareLinks.tsx'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Picture } from './Picture.ts'

interface SharePictureProps {
  heading: string
  title: string
  /** What the picture reveals. */
  note: string
  /** Name of the saved file. */
  file: string
  /** The public address, below the origin. */
  path: string
  onClose: () => void
}

/** A dialog to share a public address with a picture. */
export function SharePicture({ heading, title, note, file, path, onClose }: SharePictureProps) {
  const picture = `${path}/card.png`
  return (
    <Dialog onClose={onClose} title={heading}>
      <Stack>
        <Picture src={picture} alt={`Picture of the link: ${title}`} width={1200} height={630} />
        <ShareLinks link={location.origin + path} title={title} />
        <Small as="p">{note}</Small>
        <Row>
          <ButtonAnchor href={picture} download={file}>
            <Download aria-hidden />
            Save picture
          </ButtonAnchor>
        </Row>
      </Stack>
    </Dialog>
  )
}
