import { styled } from 'styled-components'
import type { CompetitionDetail } from '../../../../src/contracts/competitions.ts'
import { Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { CupRound } from './CupRound.tsx'
import { KnockoutRound } from './KnockoutRound.tsx'
import { isCalledOff, toCome } from './model.ts'
import { RoundColumn } from './RoundColumn.tsx'

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

function ToCome({ rounds }: { rounds: CompetitionDetail['rounds'] }) {
  return toCome(rounds).map(({ name, gameweek }) => (
    <RoundColumn key={gameweek} name={name} gameweek={gameweek}>
      <Small as="p">Drawn when the round before is decided.</Small>
    </RoundColumn>
  ))
}
