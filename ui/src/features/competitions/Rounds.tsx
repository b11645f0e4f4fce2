import { type ReactNode, useId, useState } from 'react'
import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/contracts/competitions.ts'
import { count, wordFor } from '../../lib/numbers.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num, Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Fate, fateOf, isCalledOff, isIn, outcomeOf, type RoundPlayer, shortened, toCome } from './model.ts'

/** Ties or players of a round before the rest is asked for. */
const FIRST = 8

/** Sections below each other on a phone, columns beside each other above, where many scroll within the panel. */
const Columns = styled.div`
  position: relative;
  display: grid;
  gap: var(--s5);
  padding: 0 var(--s4) var(--s4);

  @container page (min-width: 48rem) {
    grid-auto-flow: column;
    grid-auto-columns: minmax(13.5rem, 1fr);
    gap: var(--s4);
    overflow-x: auto;
    overscroll-behavior-x: contain;
  }
  &:focus-visible {
    outline-offset: -2px;
  }
`

const Column = styled.section`
  display: grid;
  gap: var(--s2);
  align-content: start;
  min-width: 0;

  h3 {
    font: var(--b3);
  }
  & > header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    flex-wrap: wrap;
    gap: 0 var(--s2);
    min-height: 40px;
    border-bottom: 2px solid var(--line);
  }
  &[data-open] > header {
    border-color: var(--ink);
  }
  @container page (width < 48rem) {
    &[data-current] {
      order: -1;
    }
  }
`

const List = styled.ol`
  display: grid;
  gap: var(--s2);

  &[data-flat] {
    gap: 0;
  }
`

type Round = CompetitionDetail['rounds'][number]
type Tie = Round['ties'][number]

interface RoundsProps {
  competition: CompetitionDetail
  userId: number
}

/** Begins with the round being played, the last one after the end, in view. */
function showCurrent(columns: HTMLElement | null): void {
  const current = columns?.querySelector<HTMLElement>('[data-current]')
  if (columns && current) columns.scrollLeft = current.offsetLeft + current.offsetWidth - columns.clientWidth
}

/** The draw of a cup with its rounds, or the rounds of a knockout. */
export function Rounds({ competition, userId }: RoundsProps) {
  const { type, rounds, firstGameweek } = competition
  const isCup = type === 'cup'
  const title = isCup ? 'Draw and rounds' : 'Rounds'
  const current = rounds.find(({ decided }) => !decided) ?? rounds.at(-1)
  if (isCalledOff(competition))
    return (
      <Panel title={title}>
        <EmptyState title="No rounds">
          Too few players joined for a round. Nothing was played, and no prize is paid.
        </EmptyState>
      </Panel>
    )
  if (rounds.length === 0)
    return (
      <Panel title={title}>
        <EmptyState title={isCup ? 'Not drawn yet' : 'No rounds yet'}>
          {isCup
            ? `The first round is drawn from everybody who has joined, for gameweek ${firstGameweek}.`
            : `The first round is played in gameweek ${firstGameweek} by everybody who has joined.`}
        </EmptyState>
      </Panel>
    )
  return (
    <Panel title={title}>
      <Columns ref={showCurrent} role="group" aria-label={title} tabIndex={0}>
        {rounds.map((round) =>
          isCup ? (
            <CupRound key={round.round} round={round} isCurrent={round === current} userId={userId} />
          ) : (
            <KnockoutRound key={round.round} round={round} isCurrent={round === current} userId={userId} />
          ),
        )}
        {isCup && competition.status !== 'ended' && <ToCome rounds={rounds} />}
      </Columns>
    </Panel>
  )
}

interface RoundColumnProps {
  name: string
  gameweek: number
  isOpen?: boolean
  /** Being played, or the last one after the end: on a phone it comes first. */
  isCurrent?: boolean
  children: ReactNode
}

function RoundColumn({ name, gameweek, isOpen, isCurrent, children }: RoundColumnProps) {
  const id = useId()
  return (
    <Column aria-labelledby={id} data-open={isOpen || undefined} data-current={isCurrent || undefined}>
      <header>
        <h3 id={id}>{name}</h3>
        <Small>
          {isOpen ? 'Now, gameweek ' : 'Gameweek '}
          {gameweek}
        </Small>
      </header>
      {children}
    </Column>
  )
}

interface ShortListProps<T> {
  items: readonly T[]
  isOwn: (item: T) => boolean
  what: string
  isFlat?: boolean
  row: (item: T) => ReactNode
}

function ShortList<T>({ items, isOwn, what, isFlat, row }: ShortListProps<T>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : shortened(items, FIRST, isOwn)
  return (
    <>
      <List data-flat={isFlat || undefined}>{shown.map(row)}</List>
      {shown.length < items.length && (
        <Button size="sm" onClick={() => setWhole(true)}>
          Show all {items.length} {what}
        </Button>
      )}
    </>
  )
}

const TieBox = styled.li`
  border: 1px solid var(--line);

  &[data-you] {
    box-shadow:
      inset 4px 0 0 var(--accent),
      inset 5px 0 0 var(--you-line);
    background: var(--you-tint);
  }
`

const Side = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  gap: var(--s2);
  min-height: 34px;
  padding: 4px var(--s3);

  & + & {
    border-top: 1px solid var(--line);
  }
  & > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  & > :last-child {
    flex: none;
  }
  &[data-fate='through'] {
    font-weight: 600;
  }
  &[data-fate='out'] {
    color: var(--muted);
  }
  [data-you] > &[data-fate='out'] {
    color: var(--ink);
  }
  ${Num} {
    font: var(--b3);
  }
`

const Mark = styled.span`
  margin-left: 2px;
  font: 600 var(--t1) / 1 var(--text);
  color: var(--ok);
  white-space: nowrap;
`

interface RoundProps {
  round: Round
  isCurrent: boolean
  userId: number
}

function CupRound({ round, isCurrent, userId }: RoundProps) {
  return (
    <RoundColumn name={round.name} gameweek={round.gameweek} isOpen={!round.decided} isCurrent={isCurrent}>
      <ShortList
        items={round.ties}
        isOwn={(tie) => isIn(tie, userId)}
        what="ties"
        row={(tie) => <TieRow key={tie.home.id} tie={tie} isFinal={round.ties.length === 1} userId={userId} />}
      />
    </RoundColumn>
  )
}

function TieRow({ tie, isFinal, userId }: { tie: Tie; isFinal: boolean; userId: number }) {
  const { home, away, winnerId } = tie
  const side = (player: Tie['home'], points: number | null) => {
    const hasWon = winnerId === player.id
    return (
      <Side data-fate={winnerId === null ? 'playing' : hasWon ? 'through' : 'out'}>
        <span>
          {player.id === userId ? 'You' : player.username}
          {hasWon && (
            <>
              {' '}
              <Mark>{isFinal ? 'Winner' : 'Through'}</Mark>
            </>
          )}
        </span>
        {points === null ? (
          <Small>
            <span aria-hidden>–</span>
            <VisuallyHidden>no points yet</VisuallyHidden>
          </Small>
        ) : (
          <Num>
            {count(points)}
            <VisuallyHidden> {wordFor(points, 'point')}</VisuallyHidden>
          </Num>
        )}
      </Side>
    )
  }
  return (
    <TieBox data-you={isIn(tie, userId) || undefined}>
      {side(home, tie.homePoints)}
      {away ? (
        side(away, tie.awayPoints)
      ) : (
        <Side data-fate="out">
          <span>Bye</span>
          <VisuallyHidden>goes through without a tie</VisuallyHidden>
        </Side>
      )}
    </TieBox>
  )
}

function ToCome({ rounds }: { rounds: readonly Round[] }) {
  return toCome(rounds).map(({ name, gameweek }) => (
    <RoundColumn key={gameweek} name={name} gameweek={gameweek}>
      <Small as="p">Drawn when the round before is decided.</Small>
    </RoundColumn>
  ))
}

const PlayerBox = styled.li`
  display: flex;
  align-items: center;
  gap: var(--s2);
  min-height: 38px;
  padding: 4px var(--s2);
  border-bottom: 1px solid var(--line);

  & > :first-child {
    flex: 1 1 auto;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  @container page (width < 18rem) {
    flex-wrap: wrap;

    & > :first-child {
      flex-basis: 6rem;
    }
    & > :last-child {
      margin-left: auto;
    }
  }
  &[data-you] {
    background: var(--you-tint);
    box-shadow:
      inset 4px 0 0 var(--accent),
      inset 5px 0 0 var(--you-line);
    padding-left: 12px;
  }
  &[data-fate='out'] > :first-child {
    color: var(--muted);
  }
  &[data-you][data-fate='out'] > :first-child {
    color: var(--ink);
  }
  ${Num} {
    font: var(--b3);
    min-width: 1.5rem;
    text-align: end;
  }
`

function KnockoutRound({ round, isCurrent, userId }: RoundProps) {
  return (
    <RoundColumn name={round.name} gameweek={round.gameweek} isOpen={!round.decided} isCurrent={isCurrent}>
      <Small as="p">{outcomeOf(round)}</Small>
      <ShortList
        items={round.players}
        isOwn={({ id }) => id === userId}
        what="players"
        isFlat
        row={(player) => (
          <PlayerRow key={player.id} player={player} fate={fateOf(player, round)} isYou={player.id === userId} />
        )}
      />
    </RoundColumn>
  )
}

function PlayerRow({ player, fate, isYou }: { player: RoundPlayer; fate: Fate; isYou: boolean }) {
  return (
    <PlayerBox data-fate={fate} data-you={isYou || undefined}>
      <span>{isYou ? 'You' : player.username}</span>
      {fate === 'out' && <Badge>Out</Badge>}
      {fate === 'through' && <Badge tone="ok">Through</Badge>}
      {fate === 'winner' && <Badge tone="ink">Winner</Badge>}
      <Num>
        {count(player.points)}
        <VisuallyHidden> {wordFor(player.points, 'point')}</VisuallyHidden>
      </Num>
    </PlayerBox>
  )
}
