import { useState } from 'react'
import { styled } from 'styled-components'
import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { Meetings } from '../../features/fixtures/Meetings.tsx'
import { clockWithZone, shortDay } from '../../features/fixtures/time.ts'
import { type Tally, talliesOf } from '../../features/table/model.ts'
import { counted } from '../../lib/numbers.ts'
import { Choice } from '../../ui/Choice.tsx'
import { Small, Spread, Stack } from '../../ui/layout.ts'
import { MatchLink } from '../../ui/MatchLink.tsx'

const Halves = styled.div`
  display: grid;
  gap: var(--s4) var(--s6);
  grid-template-columns: minmax(0, 1fr);

  @container table (min-width: 48rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
  select {
    width: auto;
    max-width: 100%;
    background-color: var(--surface);
  }
`

/* Past meetings are laid out by the width of their own half. */
const Half = styled(Stack)`
  container: fx / inline-size;
`

interface ClubDetailsProps {
  readonly club: TableRow
  readonly rows: readonly TableRow[]
  readonly matches: readonly Fixture[]
  /** null: no match is known, or the table is a past one. */
  readonly next: Fixture | null
}

export function ClubDetails({ club, rows, matches, next }: ClubDetailsProps) {
  const others = rows.filter(({ id }) => id !== club.id)
  const [against, setAgainst] = useState(next ? opponentOf(next, club.id).id : others[0]?.id)
  const opponent = others.find(({ id }) => id === against)
  const tallies = talliesOf(matches, club.id)
  return (
    <Halves>
      <Half>
        <h3>{club.name}</h3>
        <Stack as="ul" data-gap="tight">
          {next?.kickoffTime ? (
            <Spread as="li">
              <span>
                Next:{' '}
                <MatchLink id={next.id}>
                  {opponentOf(next, club.id).shortName}, {sideOf(next, club.id)}
                </MatchLink>
              </span>
              <Small>
                {shortDay(Date.parse(next.kickoffTime))}, {clockWithZone(Date.parse(next.kickoffTime))}
              </Small>
            </Spread>
          ) : null}
          <Spread as="li">
            <span>
              Home {tallyText(tallies.home)}, away {tallyText(tallies.away)}
            </span>
            <Small>{counted(club.played, 'match', 'matches')}, won–drawn–lost</Small>
          </Spread>
        </Stack>
      </Half>
      {opponent === undefined ? null : (
        <Half>
          <Spread>
            <h3>Recent Head-to-Head</h3>
            <div>
              <Choice
                aria-label="Against"
                value={opponent.id}
                options={others.map(({ id, shortName }) => ({ value: id, label: shortName }))}
                onChoose={setAgainst}
              />
            </div>
          </Spread>
          <Meetings home={club} away={opponent} />
        </Half>
      )}
    </Halves>
  )
}

/** `3–3–1` */
const tallyText = ({ won, drawn, lost }: Tally) => `${won}–${drawn}–${lost}`

export const opponentOf = (fixture: Fixture, clubId: number) =>
  fixture.homeTeamId === clubId ? fixture.awayTeam : fixture.homeTeam

export const sideOf = (fixture: Fixture, clubId: number) => (fixture.homeTeamId === clubId ? 'home' : 'away')
