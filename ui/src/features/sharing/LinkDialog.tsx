import { Dialog } from '../../ui/Dialog.tsx'
import { ShareLinks } from './ShareLinks.tsx'

export function LinkDialog({ link, title, onClose }: { link: string; title: string; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Share">
      <ShareLinks link={link} title={title} />
    </Dialog>
  )
}
