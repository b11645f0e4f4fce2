import { Share2 } from 'lucide-react'
import { Button } from '../../ui/Button.tsx'
import { Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { useLazyComponent } from '../../ui/useLazyComponent.tsx'

const loadShare = () => import('../sharing/SharePicture.tsx').then((module) => module.SharePicture)

interface ShareTableProps {
  /** The public address, below the origin. */
  path: string
  title: string
}

/** Shares the reader’s final table. */
export function ShareTable({ path, title }: ShareTableProps) {
  const dialog = useLazyComponent(loadShare, 'Share failed')
  return (
    <Panel title="Share it">
      <PanelBody>
        <Stack>
          <Small as="p">Your table next to the real one, as a picture.</Small>
          <div>
            <Button busy={dialog.busy} onClick={() => void dialog.open()}>
              <Share2 aria-hidden />
              Share
            </Button>
          </div>
        </Stack>
      </PanelBody>
      {dialog.Component && (
        <dialog.Component
          heading="Share this table"
          title={title}
          note="Anyone with the link sees your username, your table and its points."
          file="final-table.png"
          path={path}
          onClose={dialog.close}
        />
      )}
    </Panel>
  )
}
