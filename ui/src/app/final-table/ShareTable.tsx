import { Download, Share2 } from 'lucide-react'
import { useState } from 'react'
import { ShareLinks } from '../../features/sharing/ShareLinks.tsx'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Picture } from '../sharing/SharedPicture.tsx'

interface ShareTableProps {
  /** The public address, below the origin. */
  path: string
  title: string
}

/** Shares the reader’s final table. The picture is drawn on demand only. */
export function ShareTable({ path, title }: ShareTableProps) {
  const [isOpen, setOpen] = useState(false)
  const picture = `${path}/card.png`
  return (
    <Panel title="Share it">
      <PanelBody>
        <Stack>
          <Small as="p">Your table next to the real one, as a picture.</Small>
          {isOpen ? (
            <>
              <Picture src={picture} alt={`Picture of the link: ${title}`} width={1200} height={630} />
              <ShareLinks link={location.origin + path} title={title} />
              <Small as="p">Anyone with the link sees your username, your table and its points.</Small>
              <Row>
                <ButtonAnchor href={picture} download="final-table.png">
                  <Download aria-hidden />
                  Save picture
                </ButtonAnchor>
              </Row>
            </>
          ) : (
            <div>
              <Button onClick={() => setOpen(true)}>
                <Share2 aria-hidden />
                Share
              </Button>
            </div>
          )}
        </Stack>
      </PanelBody>
    </Panel>
  )
}
