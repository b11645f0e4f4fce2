import { Dialog } from '../../ui/Dialog.tsx'
import { ShareLinks } from './ShareLinks.tsx'

interface LinkDialogProps {
  link: string
  title: string
  onClose: () => void
}

/** The link of a share, and where it can be taken. */
export function LinkDialog({ link, title, onClose }: LinkDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Share">
      <ShareLinks link={link} title={title} />
    </Dialog>
  )
}
