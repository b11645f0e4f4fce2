import { styled } from 'styled-components'
import type { Match } from '../../../../src/areas/matches/contract.ts'
import { count, counted } from '../../lib/numbers.ts'
import { timeText } from '../../lib/when.ts'
import { Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'

const Big = styled.p`
  b {
    font: 600 var(--t7) / 0.9 var(--board);
  }
`

const Bar = styled.div`
  height: 12px;
  background: var(--surface-2);
  box-shadow: inset 0 0 0 1px var(--line);

  i {
    display: block;
    height: 100%;
    background: var(--ink);
  }
  @media (forced-colors: active) {
    border: 1px solid;
    i {
      background: CanvasText;
      forced-color-adjust: none;
    }
  }
`

interface CountPanelProps {
  match: Match
  hasPick: boolean
  /** When the match closes; null: it has no date. */
  closes: string | null
  /** False after a result, an award or a cancellation before the cutoff. */
  isOpen: boolean
}

/** How many players have predicted an open match, and never what (docs/rules.md R271). */
export function CountPanel({ match, hasPick, closes, isOpen }: CountPanelProps) {
  const { countedAt, leagues } = match
  const players = match.players ?? 0
  // The count is of the last whole minute: the reader’s own pick may be newer.
  const predictions = Math.max(match.predictions, hasPick ? 1 : 0)
  const share = players === 0 ? 0 : Math.min(100, Math.round((100 * predictions) / players))
  const ofLeagues = leagues.flatMap(({ name, memberCount, predicted }) =>
    predicted === null ? [] : `${name}: ${count(predicted)} of ${count(memberCount)}`,
  )
  return (
    <Panel title="Picks so far" actions={<Small>at {timeText(countedAt)}</Small>}>
      <PanelBody>
        <Stack>
          <Big>
            <b>{count(predictions)}</b> of {counted(players, 'player')}
          </Big>
          <Bar
            role="progressbar"
            aria-label="Players with a pick"
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={share}
          >
            <i style={{ width: `${share}%` }} />
          </Bar>
          {ofLeagues.map((text) => (
            <Small as="p" data-ink key={text}>
              {text}
            </Small>
          ))}
          <Small as="p">
            {predictions === 1 && hasPick && 'That is you. Brave. '}
            {closes === null
              ? 'Everyone’s picks are revealed once the match has a date and has closed.'
              : `Everyone’s picks are revealed ${isOpen ? 'when it closes' : 'at the cutoff'}, ${closes}.`}
          </Small>
        </Stack>
      </PanelBody>
    </Panel>
  )
}
