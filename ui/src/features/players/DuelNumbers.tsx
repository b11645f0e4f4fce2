import { styled } from 'styled-components'
import type { Duel } from '../../../../src/areas/players/contract.ts'
import { count, counted } from '../../lib/numbers.ts'
import { Figure } from '../../ui/Figure.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type DuelNames, duelFigures, leads, turningPoints } from './duel.ts'

const Sums = styled.dl`
  container: sums / inline-size;

  & > div {
    display: grid;
    grid-template-columns: minmax(3.6rem, 5rem) minmax(0, 1fr) minmax(3.6rem, 5rem);
    gap: var(--s2);
    align-items: center;
    padding: 9px var(--s4);
    border-top: 1px solid var(--line);
  }
  dt {
    grid-area: 1 / 2;
    text-align: center;
    font-size: var(--t1);
    line-height: 1.3;
    color: var(--muted);
  }
  dd {
    grid-row: 1;
    font: var(--b5);
  }
  dd:last-child {
    grid-column: 3;
    text-align: end;
  }
  dd:nth-of-type(1) {
    grid-column: 1;
  }
  @container sums (width < 15rem) {
    & > div {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
    dt {
      grid-area: 1 / 1 / 2 / 3;
    }
    dd {
      grid-row: 2;
    }
    dd:last-child {
      grid-column: 2;
    }
  }
  dd[data-better] {
    text-decoration: underline;
    text-decoration-thickness: 3px;
    text-underline-offset: 4px;
  }
`

interface DuelProps {
  duel: Duel
  names: DuelNames
}

export function DuelNumbers({ duel, names }: DuelProps) {
  const { matches } = duel
  const all = matches && matches.player + matches.level + matches.opponent
  return (
    <Panel
      title="In numbers"
      actions={all !== null && <Small>{counted(all, 'match', 'matches')} with a pick of either</Small>}
    >
      <Sums>
        {duelFigures(duel).map(({ name, player, opponent, better }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd data-better={better === 'player' || undefined}>
              <VisuallyHidden>{names.player} </VisuallyHidden>
              {player}
            </dd>
            <dd data-better={better === 'opponent' || undefined}>
              <VisuallyHidden>{names.opponent} </VisuallyHidden>
              {opponent}
            </dd>
          </div>
        ))}
      </Sums>
    </Panel>
  )
}

/** The lead in match points over the season, from the reader's side if it is one of the two. */
export function DuelGap({ duel, names }: DuelProps) {
  const turned = names.you === 'opponent' ? -1 : 1
  const rows = leads(duel.gameweeks).map(({ gameweek, lead }) => ({ gameweek, lead: turned * lead }))
  const last = rows.at(-1)
  if (last === undefined) return null
  const who = names.you === null ? names.player : 'you'
  const text = last.lead === 0 ? 'points between you.' : `points ${last.lead > 0 ? 'ahead' : 'behind'}.`
  const widest = rows.reduce((most, row) => (Math.abs(row.lead) > Math.abs(most.lead) ? row : most))
  return (
    <Figure
      title="The gap"
      lead={count(Math.abs(last.lead))}
      text={`${names.you === null ? `points: ${names.player} is ${last.lead === 0 ? 'level' : last.lead > 0 ? 'ahead' : 'behind'}.` : text} The widest was ${count(Math.abs(widest.lead))}, after gameweek ${widest.gameweek}.`}
      plot={{
        kind: 'lines',
        label: `A line: how far ${who} led after each gameweek, below 0 when behind`,
        series: [names.you === null ? names.player : 'You'],
        scale: 'gap',
      }}
      columns={['After gameweek', 'Lead']}
      rows={rows.map(({ gameweek, lead }) => [gameweek, lead])}
      file="duel.csv"
    />
  )
}

const Callout = styled.div`
  display: grid;
  gap: 4px;
  padding: var(--s3) var(--s4);
  border-top: 1px solid var(--line);
  overflow-wrap: anywhere;

  b {
    font: 600 var(--t4) / 1.15 var(--board);
  }
`

export function DuelTurns({ duel, names }: DuelProps) {
  const turns = turningPoints(duel.gameweeks)
  const { matches } = duel
  const hasAgreement = matches !== null && matches.both > 0
  if (turns.length === 0 && !hasAgreement) return null
  return (
    <Panel title="Where it turned">
      {turns.map(({ gameweek, player, opponent }) => (
        <Callout key={gameweek}>
          <b>
            Gameweek {gameweek}: {sideText(names, player > opponent ? 'player' : 'opponent')} by{' '}
            {count(Math.abs(player - opponent))}
          </b>
          <Small as="p">
            {count(Math.max(player, opponent))} against {count(Math.min(player, opponent))}.
          </Small>
        </Callout>
      ))}
      {hasAgreement && (
        <Callout>
          <b>The same pick in {counted(matches.agreed, 'match', 'matches')}</b>
          <Small as="p">Of {count(matches.both)} that both predicted.</Small>
        </Callout>
      )}
    </Panel>
  )
}

const sideText = (names: DuelNames, side: 'player' | 'opponent') => (names.you === side ? 'you' : names[side])
