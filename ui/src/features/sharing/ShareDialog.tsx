import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/State.tsx'
import type { Offer } from './offers.ts'
import { ShareForm } from './ShareForm.tsx'

export function ShareDialog({ offer, onClose }: { offer: Offer; onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Share Your Predictions">
      {offer.picks.length === 0 ? (
        <EmptyState title="No predictions yet" action={<PlayLink onClick={onClose} />}>
          Make some predictions to start sharing with the community
        </EmptyState>
      ) : (
        <ShareForm offer={offer} />
      )}
    </Dialog>
  )
}
