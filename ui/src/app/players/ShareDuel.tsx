import { Download } from 'lucide-react'
import { styled } from 'styled-components'
import { ShareLinks } from '../../features/sharing/ShareLinks.tsx'
import { ButtonAnchor } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'

const Picture = styled.img`
  width: 100%;
  height: auto;
  aspect-ratio: 1200 / 630;
  background: var(--header);
`

interface ShareDuelProps {
  title: string
  /** The public address, below the origin. */
  path: string
  onClose: () => void
}

export function ShareDuel({ title, path, onClose }: ShareDuelProps) {
  const picture = `${path}/card.png`
  return (
    <Dialog onClose={onClose} title="Share this duel">
      <Stack>
        <Picture src={picture} alt={`Picture of the link: ${title}`} width={1200} height={630} />
        <ShareLinks link={location.origin + path} title={title} />
        <Small as="p">Anyone with the link sees both names and totals. Picks stay with league mates.</Small>
        <Row>
          <ButtonAnchor href={picture} download="duel.png">
            <Download aria-hidden />
            Save picture
          </ButtonAnchor>
        </Row>
      </Stack>
    </Dialog>
  )
}
