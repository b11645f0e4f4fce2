import { Star } from 'lucide-react'
import { styled } from 'styled-components'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { LeagueJoker } from '../../../../src/areas/league-rules/contract.ts'
import { Small } from '../../ui/layout.ts'
import { useSend } from '../../ui/useSend.ts'
import { TIMES } from './model.ts'

const Line = styled.div`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  gap: var(--s1) var(--s2);
  align-items: center;
  justify-content: flex-end;
`

const Toggle = styled.button`
  display: inline-flex;
  align-items: center;
  gap: 5px;
  min-height: 32px;
  padding: 0 8px;
  font: var(--b3);
  color: var(--muted);
  background: none;
  border: 1px dashed var(--line-strong);
  cursor: pointer;

  svg {
    width: 16px;
    height: 16px;
  }
  &:hover {
    color: var(--ink);
    border-color: var(--ink);
  }
  &[aria-pressed='true'] {
    color: var(--on-lit);
    background: var(--lit);
    border: 1px solid var(--lit);
  }
  &[aria-pressed='true'] svg {
    color: var(--lit-num);
  }
  &[aria-disabled='true'] {
    color: var(--muted);
    border-style: dotted;
    cursor: not-allowed;
  }
  &[aria-pressed='true'][aria-disabled='true'] {
    color: var(--on-lit);
    border-style: solid;
  }
  /* Leaves space for the time of the receipt. */
  @container fx (min-width: 53rem) {
    &[aria-pressed='true']:not([aria-disabled]) {
      gap: 2px;
      padding-inline: 3px;
    }
    &[aria-pressed='true']:not([aria-disabled]) svg {
      width: 14px;
    }
  }
  @media (forced-colors: active) {
    &[aria-pressed='true'] {
      border-width: 3px;
    }
  }
`

interface JokerLineProps {
  joker: LeagueJoker
  fixture: Fixture
  /** Name of the match with the joker; null: it is not set. */
  on: string | null
}

/** The joker’s button of a match: sets it, moves it here, or takes it off. In a line with its state once it is played. */
export function JokerLine({ joker, fixture, on }: JokerLineProps) {
  const { isBusy, send } = useSend('leagues')
  const { isMovable, leagueId, leagueName, season, gameweek } = joker
  const isHere = joker.fixtureId === fixture.id
  if (!isHere && (!fixture.isOpen || (!isMovable && on === null))) return null
  const name = `${fixture.homeTeam.shortName} v ${fixture.awayTeam.shortName}`
  const path = `/api/leagues/${leagueId}/jokers/${gameweek}?season=${season}`
  const press = () => {
    if (isBusy || !isMovable) return
    void (isHere
      ? send(path, { method: 'DELETE', done: { title: 'Joker taken off' }, failed: 'Joker not taken off' })
      : send(path, {
          method: 'PUT',
          body: { fixtureId: fixture.id },
          done: {
            title: on === null ? 'Joker set' : 'Joker moved',
            description: `${name} pays twice as much in ${leagueName}.`,
          },
          failed: 'Joker not set',
        }))
  }
  const toggle = (
    <Toggle
      type="button"
      aria-pressed={isHere}
      aria-disabled={!isMovable || undefined}
      aria-busy={isBusy || undefined}
      aria-label={isHere ? `Joker ${TIMES}: ${name}` : `Joker: ${name}`}
      onClick={press}
    >
      <Star aria-hidden />
      <span data-word>Joker</span>
      {isHere && TIMES}
    </Toggle>
  )
  if (!isHere) return toggle
  const isPostponed = fixture.status === 'POSTPONED'
  if (isMovable && !isPostponed) return toggle
  return (
    <Line>
      <Small>
        {isPostponed
          ? `${name} is postponed. ${isMovable ? 'You may move your joker.' : 'Your joker stays on it.'}`
          : `Played. Your joker of gameweek ${gameweek} is on ${name}.`}
      </Small>
      {toggle}
    </Line>
  )
}
