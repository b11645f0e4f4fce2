import { CalendarDays, CircleDot, Copy, Eye, Share2 } from 'lucide-react'
import { createContext, memo, useContext, useId } from 'react'
import { Link } from 'react-router-dom'
import { styled } from 'styled-components'
import type { SharedPrediction, ShareType } from '../../../../src/areas/sharing/contract.ts'
import { counted, wordFor } from '../../lib/numbers.ts'
import { agoShort } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Small, Spread, Stack } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { Written } from '../../ui/Written.ts'
import { Acts } from './actions.ts'
import { useCounts } from './api.ts'
import { CallRow, Calls } from './Calls.tsx'
import { comparedPick, type OwnPicks } from './compared.ts'
import { TYPE_WORDS } from './feed.ts'
import { LikeButton, OwnLikes } from './LikeButton.tsx'
import { type Call, IN_POST, namesOf, sharePath } from './model.ts'
import { Slip } from './Slip.tsx'
import { Tally } from './Tally.tsx'
import { useShareLink } from './useShareLink.tsx'

const Post = styled(PanelBox)`
  display: grid;
  grid-template-columns: minmax(0, 1fr);
  gap: var(--s3);
  padding: var(--s4);

  h3 {
    font-size: var(--t5);
    line-height: 1.05;
    overflow-wrap: anywhere;
  }
  h3 a {
    color: inherit;
    text-decoration-color: transparent;
  }
  h3 a:hover {
    text-decoration-color: currentColor;
  }
`

const By = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  gap: 2px 10px;
  align-items: center;

  b {
    display: block;
    line-height: 1.25;
    overflow-wrap: anywhere;
  }
  & > :last-child {
    padding-right: var(--s2);
  }
  @container page (width < 37.5rem) {
    & > :last-child {
      grid-column: 1 / -1;
    }
  }
`

const Edge = styled.div`
  margin-inline: calc(var(--s4) * -1);
  border-block: 1px solid var(--line);

  &[data-slip] {
    padding: var(--s3) var(--s4);
    background: var(--bg);
  }
`

const More = styled.p`
  padding: 8px var(--s4) 10px;
  border-top: 1px solid var(--line);
  font-size: var(--t1);

  a {
    ${reachable}
  }
`

const Sum = styled(Row)`
  gap: 2px var(--s4);
  font-size: var(--t1);
  color: var(--muted);

  b {
    font: var(--b4);
  }
`

const ICONS: Readonly<Record<ShareType, typeof Copy>> = {
  individual: CircleDot,
  gameweek: CalendarDays,
  custom: Copy,
}

interface FeedPostProps {
  readonly share: SharedPrediction
  callsOf(share: SharedPrediction): readonly Call[]
  readonly now: number
}

/** The reader's own picks by match; undefined: loading. They often arrive after the posts, and change only their lines. */
export const Own = createContext<OwnPicks | undefined>(undefined)

/** Rendered again only for other values: a feed has dozens of posts, and each has ten matches. */
export const FeedPost = memo(function FeedPost({ share, callsOf, now }: FeedPostProps) {
  const id = useId()
  const calls = callsOf(share)
  const { title, description, shareType, shareUrl, user, isMine, isPublic, createdAt, predictionCount } = share
  const counts = useCounts(share)
  const { sendLink, dialog } = useShareLink(share, { showsToast: true, onCounted: counts.noteShared })
  const Icon = ICONS[shareType]
  return (
    <Post as="article" aria-labelledby={id}>
      <By>
        <Avatar username={user?.username ?? '–'} image={user?.profileImage} isYou={isMine} />
        <div>
          <b>
            <PlayerName {...namesOf(user)} isYou={isMine} />
          </b>
          <Small>
            {agoShort(createdAt, now)} · {counted(predictionCount, 'prediction')}
          </Small>
        </div>
        <Row>
          <Badge>
            <Icon aria-hidden />
            {TYPE_WORDS[shareType]}
          </Badge>
          {isPublic && (
            <Badge tone="info">
              <Eye aria-hidden />
              Public
            </Badge>
          )}
        </Row>
      </By>
      <Stack data-gap="tight">
        <h3 id={id}>
          <Link to={sharePath(shareUrl)}>{title}</Link>
        </h3>
        {description && <Written as="p">{description}</Written>}
        <SoFar calls={calls} />
      </Stack>
      <Picks share={share} calls={calls} />
      <Spread>
        <Tally {...counts} />
        <Acts>
          {isMine ? (
            <OwnLikes size="sm" likes={counts.likes} aria-describedby={id} />
          ) : (
            <LikeButton
              size="sm"
              isLiked={counts.isLiked}
              busy={counts.isBusy}
              aria-describedby={id}
              onClick={() => void counts.toggle()}
            />
          )}
          <Button size="sm" aria-describedby={id} onClick={() => void sendLink()}>
            <Share2 aria-hidden />
            Share
          </Button>
          <ButtonLink size="sm" to={sharePath(shareUrl)} target="_blank" rel="noopener">
            View<VisuallyHidden> {title} (new tab)</VisuallyHidden>
          </ButtonLink>
        </Acts>
      </Spread>
      {dialog}
    </Post>
  )
})

interface PicksProps extends Pick<FeedPostProps, 'share'> {
  readonly calls: readonly Call[]
}

/** A gameweek as a slip, other shares as their first picks. */
function Picks({ share, calls }: PicksProps) {
  const yours = (call: Call, isBrief = false) => (share.isMine ? null : <Yours call={call} isBrief={isBrief} />)
  if (share.shareType === 'gameweek' && calls.length > IN_POST)
    return (
      <Edge data-slip>
        <Slip calls={calls} below={(call) => yours(call, true)} />
      </Edge>
    )
  const left = share.predictionCount - IN_POST
  return (
    <Edge>
      <Calls>
        {calls.slice(0, IN_POST).map((call) => (
          <CallRow key={call.id} call={call}>
            {yours(call)}
          </CallRow>
        ))}
      </Calls>
      {left > 0 && (
        <More>
          <Link to={sharePath(share.shareUrl)}>and {left} more</Link>
        </More>
      )}
    </Edge>
  )
}

const YourPick = styled.p`
  grid-column: 1 / -1;
  padding: 2px 0 4px;
  text-align: center;
  font-size: var(--t1);
  color: var(--muted);

  b {
    color: var(--ink);
  }
`

/** The reader's own pick of the match, in words. */
function Yours({ call, isBrief }: { call: Call; isBrief: boolean }) {
  const own = useContext(Own)
  if (!own) return null
  return (
    <YourPick>
      {isBrief ? 'You' : 'Your pick:'} <b>{comparedPick(call, own)}</b>
    </YourPick>
  )
}

/** Outcome of several picks; a single pick shows its own. */
function SoFar({ calls }: { calls: readonly Call[] }) {
  const of = (...kinds: readonly Call['kind'][]) => calls.filter(({ kind }) => kinds.includes(kind))
  const sum = (some: readonly Call[]) => some.reduce((all, call) => all + (call.points ?? 0), 0)
  const settled = of('exact', 'correct', 'wrong')
  if (calls.length < 2 || settled.length === 0) return null
  const points = sum(settled)
  const live = sum(of('live'))
  return (
    <Sum>
      <span>
        <b>{points}</b> {wordFor(points, 'point')}
      </span>
      {live > 0 && (
        <span>
          <b>+{live}</b> so far, live
        </span>
      )}
      <span>
        <b>{of('exact').length}</b> exact, <b>{of('correct').length}</b> correct of {settled.length}
      </span>
    </Sum>
  )
}
