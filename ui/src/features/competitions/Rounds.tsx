import { type ReactNode, useId, useState } from 'react'
import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/areas/competitions/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink, PlayLink } from '../../ui/ButtonLink.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { EmptyState } from '../../ui/State.tsx'
import { KnockoutPlayer } from './KnockoutPlayer.tsx'
import { isCalledOff, isIn, outcomeOf, shortened, toCome } from './model.ts'
import { Tie } from './Tie.tsx'

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
  /* The current round, or the last one after the end, comes first on a phone. */
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

/** Ties or players shown per round before the rest is requested. */
const FIRST = 8

interface RoundsProps {
  competition: CompetitionDetail
  userId: number
}

/** Scrolls to the current round, or the last one after the end. */
function showCurrent(columns: HTMLElement | null): void {
  const current = columns?.querySelector<HTMLElement>('[data-current]')
  if (columns && current) columns.scrollLeft = current.offsetLeft + current.offsetWidth - columns.clientWidth
}

export function Rounds({ competition, userId }: RoundsProps) {
  const { type, rounds, firstGameweek } = competition
  const isCup = type === 'cup'
  const title = isCup ? 'Draw and rounds' : 'Rounds'
  const current = rounds.find(({ decided }) => !decided) ?? rounds.at(-1)
  return (
    <Panel title={title}>
      {isCalledOff(competition) ? (
        <EmptyState title="No rounds" action={<ButtonLink to="/competitions">All competitions</ButtonLink>}>
          Too few players joined, so there were no rounds and no prizes.
        </EmptyState>
      ) : rounds.length === 0 ? (
        <EmptyState title={isCup ? 'Not drawn yet' : 'No rounds yet'} action={<PlayLink />}>
          {isCup
            ? `Everyone who joins goes into the draw for the first round, in gameweek ${firstGameweek}.`
            : `Everyone who joins plays the first round, in gameweek ${firstGameweek}.`}
        </EmptyState>
      ) : (
        <Columns ref={showCurrent} role="group" aria-label={title} tabIndex={0}>
          {rounds.map((round) => (
            <Round key={round.round} {...round} isOpen={!round.decided} isCurrent={round === current}>
              {isCup ? (
                <ShortList items={round.ties} isOwn={(tie) => isIn(tie, userId)} what="ties">
                  {(tie) => <Tie key={tie.home.id} tie={tie} isFinal={round.ties.length === 1} userId={userId} />}
                </ShortList>
              ) : (
                <>
                  <Small as="p">{outcomeOf(round)}</Small>
                  <ShortList items={round.players} isOwn={({ id }) => id === userId} what="players" isFlat>
                    {(player) => <KnockoutPlayer key={player.id} player={player} round={round} userId={userId} />}
                  </ShortList>
                </>
              )}
            </Round>
          ))}
          {isCup &&
            competition.status !== 'ended' &&
            toCome(rounds).map((round) => (
              <Round key={round.gameweek} {...round}>
                <Small as="p">The draw follows the previous round.</Small>
              </Round>
            ))}
        </Columns>
      )}
    </Panel>
  )
}

interface RoundProps {
  name: string
  gameweek: number
  isOpen?: boolean
  isCurrent?: boolean
  children: ReactNode
}

function Round({ name, gameweek, isOpen, isCurrent, children }: RoundProps) {
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
  children: (item: T) => ReactNode
}

function ShortList<T>({ items, isOwn, what, isFlat, children }: ShortListProps<T>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? items : shortened(items, FIRST, isOwn)
  return (
    <>
      <List data-flat={isFlat || undefined}>{shown.map(children)}</List>
      {shown.length < items.length && (
        <Button ref={passFocus} size="sm" onClick={() => setWhole(true)}>
          Show all {items.length} {what}
        </Button>
      )}
    </>
  )
}
