import { ArrowDown, ArrowUp } from 'lucide-react'
import type { CSSProperties } from 'react'
import { styled } from 'styled-components'
import type { NewsStory } from '../../../../src/areas/news/contract.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'
import { Crest } from '../../ui/Crest.tsx'
import { Small } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { GOALS, heatOf, shareOf } from './model.ts'

type Match = NonNullable<NewsStory['match']>

const Figure = styled(PanelBox)`
  display: grid;
  gap: var(--s3);
  padding: var(--s4);
  align-content: start;
  grid-template-columns: minmax(0, 1fr);

  h2 {
    font-size: var(--t4);
  }
`

const Bar = styled.div`
  display: flex;
  gap: 2px;
  height: 40px;

  i {
    flex: var(--votes) 0 0;
    min-width: 3px;
    background: var(--surface-2);
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  i[data-on] {
    background: var(--ink);
    box-shadow: none;
  }
  @media (forced-colors: active) {
    i {
      border: 1px solid;
    }
    i[data-on] {
      border-width: 4px;
    }
  }
`

const Votes = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr));
  gap: 2px var(--s3);
  font-size: var(--t1);
  color: var(--muted);
  overflow-wrap: anywhere;

  b {
    display: block;
    font: var(--b5);
    color: var(--ink);
  }
  li:nth-child(2) {
    text-align: center;
  }
  li:nth-child(3) {
    text-align: end;
  }
  li[data-on] {
    color: var(--ink);
    font-weight: 600;
  }
`

/** Number of picks for each result; the actual result is drawn in ink. */
export function CrowdFigure({ match, crowd }: { match: Match; crowd: NonNullable<NewsStory['crowd']> }) {
  const sides = [
    { outcome: 'home', name: match.home.shortName, votes: crowd.home },
    { outcome: 'draw', name: 'Draw', votes: crowd.draw },
    { outcome: 'away', name: match.away.shortName, votes: crowd.away },
  ] as const
  return (
    <Figure aria-labelledby="crowd">
      <div>
        <h2 id="crowd">How the crowd called it</h2>
        <Small>{counted(crowd.picks, 'pick')} at full time.</Small>
      </div>
      <Bar aria-hidden>
        {sides.map(({ outcome, votes }) => (
          <i
            key={outcome}
            data-on={outcome === match.result || undefined}
            style={{ '--votes': votes } as CSSProperties}
          />
        ))}
      </Bar>
      <Votes>
        {sides.map(({ outcome, name, votes }) => (
          <li key={outcome} data-on={outcome === match.result || undefined}>
            <b>{shareOf(votes, crowd.picks)}%</b>
            {name}
            {outcome === match.result && ', the result'}
          </li>
        ))}
      </Votes>
    </Figure>
  )
}

const Heat = styled.table`
  max-width: 420px;
  table-layout: fixed;
  border-collapse: separate;
  border-spacing: 2px;
  font: var(--b3);

  th {
    padding: 4px 0;
    font: 500 var(--t1) / 1 var(--text);
    color: var(--muted);
    text-align: center;
  }
  td {
    position: relative;
    height: 36px;
    padding: 0;
    text-align: center;
    background: color-mix(in srgb, var(--ink) var(--heat), var(--surface-2));
    color: var(--ink);
  }
  td[data-hot] {
    color: var(--surface);
  }
  td[data-hit] {
    z-index: 1;
    box-shadow: 0 0 0 3px var(--ink);
  }
  @media (forced-colors: active) {
    td[data-hit] {
      border: 3px solid;
    }
  }
`

/**
 * Opacities of the score grid in percent. Values between the last two have no readable text colour and are not used.
 */
const [HOTTEST, COOLEST_DARK, WARMEST_LIGHT] = [80, 62, 30]

function heatOn(players: number, most: number): { readonly heat: number; readonly isHot: boolean } {
  const heat = most === 0 ? 0 : (HOTTEST * players) / most
  const isHot = heat > (COOLEST_DARK + WARMEST_LIGHT) / 2
  return { heat: isHot ? Math.max(heat, COOLEST_DARK) : Math.min(heat, WARMEST_LIGHT), isHot }
}

/** Number of picks for each score up to 4–4; the final score is framed. */
export function ScoresFigure({ match, scores, picks }: { match: Match; scores: NewsStory['scores']; picks: number }) {
  const heat = heatOf(scores)
  const most = Math.max(...heat.flat())
  const others = picks - heat.flat().reduce((sum, players) => sum + players, 0)
  const isHit = (home: number, away: number) => match.score?.home === home && match.score.away === away
  return (
    <Figure aria-labelledby="scores">
      <div>
        <h2 id="scores">Every score picked</h2>
        <Small>
          {match.home.shortName}'s goals down, {match.away.shortName}'s across.
        </Small>
      </div>
      <Heat aria-labelledby="scores">
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{match.home.shortName}</VisuallyHidden>
            </th>
            {GOALS.map((goals) => (
              <th key={goals} scope="col">
                {goals}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {heat.map((row, home) => (
            <tr key={GOALS[home]}>
              <th scope="row">{home}</th>
              {row.map((players, away) => {
                const { heat: strength, isHot } = heatOn(players, most)
                return (
                  <td
                    key={GOALS[away]}
                    data-hot={isHot || undefined}
                    data-hit={isHit(home, away) || undefined}
                    style={{ '--heat': `${strength}%` } as CSSProperties}
                  >
                    {count(players)}
                    {isHit(home, away) && <VisuallyHidden>, the final score</VisuallyHidden>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </Heat>
      <Small>
        {match.score && match.score.home <= 4 && match.score.away <= 4 ? 'The framed cell is the final score. ' : ''}
        {others > 0 && `${count(others)} more picked another score or only a result.`}
      </Small>
    </Figure>
  )
}

const Moves = styled(Rows)`
  margin: 0 calc(var(--s4) * -1) calc(var(--s4) * -1);

  svg {
    width: 16px;
    height: 16px;
  }
`

const Places = styled.span`
  display: inline-flex;
  align-items: center;
  gap: var(--s1);
  font: var(--b3);
  white-space: nowrap;
`

export function MovesFigure({ moves, gameweek }: { moves: NewsStory['moves']; gameweek: number }) {
  return (
    <Figure aria-labelledby="moves">
      <h2 id="moves">How gameweek {gameweek} changed the table</h2>
      <Moves>
        {moves.map(({ team, from, to, points }) => (
          <li key={team.id}>
            <Crest team={team} size="sm" />
            <RowText>
              {team.shortName} <Small>{counted(points, 'point')}</Small>
            </RowText>
            <Places>
              {to < from ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />}
              {ordinal(from)} to {ordinal(to)}
            </Places>
          </li>
        ))}
      </Moves>
    </Figure>
  )
}
