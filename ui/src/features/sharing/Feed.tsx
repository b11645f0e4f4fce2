import { ArrowUp, MessageSquareText } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { SharedPrediction } from '../../../../src/areas/sharing/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Stack } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import type { OwnPicks } from './compared.ts'
import { FeedPost, Own } from './FeedPost.tsx'
import type { FeedChoice } from './feed.ts'
import type { Call } from './model.ts'
import { useFeed } from './useFeed.ts'

const WaitingPost = styled(PanelBox)`
  padding: var(--s4);
`

interface FeedProps {
  readonly choice: FeedChoice
  readonly now: number
  /** The reader's own picks by match; undefined: loading. */
  readonly own: OwnPicks | undefined
  callsOf(share: SharedPrediction): readonly Call[]
  readonly empty?: ReactNode
}

const NOTHING = (
  <EmptyState icon={MessageSquareText} title="No predictions to show" action={<PlayLink />}>
    Be the first to share your predictions with the community!
  </EmptyState>
)

/** Shares by pages. Give each `choice` its own key. */
export function Feed({ choice, now, own, callsOf, empty = NOTHING }: FeedProps) {
  const { read, newer, showNewer, hasMore, isLoading, loadMore } = useFeed(choice)
  return (
    <Stack>
      <div role="status">
        {newer > 0 && (
          <Stack>
            <Button ref={passFocus} size="sm" style={{ justifySelf: 'center' }} onClick={showNewer}>
              <ArrowUp aria-hidden />
              {counted(newer, 'new prediction')}
            </Button>
          </Stack>
        )}
      </div>
      <Loaded read={read} failed="Failed to fetch social feed" isAlone waiting={<Waiting />} empty={empty}>
        {(shares) => (
          <Own value={own}>
            {shares.map((share) => (
              <FeedPost key={share.id} share={share} callsOf={callsOf} now={now} />
            ))}
            {hasMore && (
              <Button ref={passFocus} block busy={isLoading} onClick={() => void loadMore()}>
                Load More Predictions
              </Button>
            )}
          </Own>
        )}
      </Loaded>
    </Stack>
  )
}

function Waiting() {
  return (
    <WaitingPost as="div">
      <Loading label="Loading the feed">
        <Skeleton width="40%" height="32px" />
        <Skeleton width="70%" height="28px" />
        <Skeleton height="120px" />
        <Skeleton width="50%" height="32px" />
      </Loading>
    </WaitingPost>
  )
}
