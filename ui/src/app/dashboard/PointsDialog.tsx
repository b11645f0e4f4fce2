import { styled } from 'styled-components'
import useSWR from 'swr'
import type { LedgerEntry } from '../../../../src/areas/boards/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { Ledger } from '../../features/points/Ledger.tsx'
import { reads } from '../../features/points/reads.ts'
import { Button } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useMore } from '../../ui/useMore.ts'

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

export function PointsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog onClose={onClose} title="Your points" description="Every point you’ve earned, and where it came from.">
      <Content onClose={onClose} />
    </Dialog>
  )
}

function Content({ onClose }: { onClose: () => void }) {
  const { data, error, mutate } = useSWR<LedgerEntry[]>(reads.ledger.key, reads.ledger.fresh)
  const { all, hasMore, isLoading, showMore } = useMore(reads.ledger.key, data, PAGE.ledger)
  return (
    <Loaded
      read={{ data: all, error, mutate }}
      failed="Unable to load your points"
      isBrief
      waiting={<Loading label="Loading your points" rows={6} />}
      empty={
        <EmptyState title="No points yet" action={<PlayLink onClick={onClose} />}>
          Points land here when a match you predicted ends.
        </EmptyState>
      }
    >
      {(entries) => (
        <Scroll tabIndex={0} role="group" aria-label="Points ledger">
          <Ledger entries={entries} />
          {hasMore && (
            <Button ref={passFocus} block busy={isLoading} onClick={() => void showMore()}>
              Show more
            </Button>
          )}
        </Scroll>
      )}
    </Loaded>
  )
}
