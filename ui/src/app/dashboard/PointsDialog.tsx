import { styled } from 'styled-components'
import { shortDate } from '../../features/fixtures/time.ts'
import { useLedger } from '../../features/points/api.ts'
import { Ledger } from '../../features/points/Ledger.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '../../ui/State.tsx'

const Scroll = styled.div`
  max-height: min(60dvh, 560px);
  overflow: auto;
  overscroll-behavior: contain;
  display: grid;
  gap: var(--s5);
  align-content: start;

  &:focus-visible {
    outline-offset: -2px;
  }
`

/** The points ledger: every credit and debit with its reason. */
export function PointsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Your points"
      description="Why you have what you have."
    >
      <Content />
    </Dialog>
  )
}

function Content() {
  const { data, error, mutate } = useLedger()
  if (data === undefined)
    return error ? (
      <ErrorState title="Unable to load your points" onRetry={() => void mutate()} />
    ) : (
      <Loading label="Loading your points" rows={6} />
    )
  if (data.length === 0)
    return <EmptyState title="No points yet">They are booked here when a match you predicted ends.</EmptyState>
  return (
    <Scroll tabIndex={0} role="group" aria-label="Points ledger">
      <Ledger entries={data} dateOf={(entry) => shortDate(Date.parse(entry.createdAt))} />
    </Scroll>
  )
}
