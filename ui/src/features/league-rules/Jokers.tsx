import { Star } from 'lucide-react'
import { type ReactNode, useEffect, useId, useLayoutEffect, useMemo, useRef } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import type { LeagueJoker } from '../../../../src/areas/league-rules/contract.ts'
import type { League } from '../../../../src/areas/leagues/contract.ts'
import { shared } from '../../api/shared.ts'
import { Choice } from '../../ui/Choice.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { JokerLine } from './JokerLine.tsx'
import { JokerSpace, keepJokerSpace } from './JokerSpace.tsx'
import { chooseJokerLeague, useJokerLeague } from './jokerLeague.ts'
import { reads } from './reads.ts'

const Bar = styled(SideNote).attrs({ as: 'div' })`
  flex-wrap: wrap;
  align-items: center;
  padding-inline: var(--s3-4);

  b,
  label {
    font-weight: 600;
  }
  select {
    width: auto;
    max-width: 60vw;
    min-height: 36px;
    padding-block: 0;
  }
  p {
    flex: 1 1 16rem;
  }
`

interface JokersProps {
  /** The matches shown, of one gameweek. */
  matches: readonly Fixture[]
  /** Receives the joker’s line for each row; null: there is none. */
  onRows(lineOf: (() => (fixture: Fixture) => ReactNode) | null): void
}

/** The reader’s jokers beside their picks (docs/rules.md R293). Absent without a league that has jokers. */
export function Jokers({ matches, onRows }: JokersProps) {
  const id = useId()
  const leagues = useSWR<League[]>(shared.myLeagues.key)
  const [first] = matches
  const hasJokers = leagues.data?.some(({ hasOwnRules }) => hasOwnRules) === true && first !== undefined
  const read = useSWR<LeagueJoker[]>(hasJokers ? reads.jokers.key(first.season, first.gameweek) : null)
  const { data: jokers = [] } = read
  const isLoading = leagues.isLoading || read.isLoading
  const bar = useRef<HTMLDivElement>(null)
  const joker = useJokerLeague(jokers)
  const names = useMemo(() => namesOf(matches), [matches])
  const nameOf = (id: number) => names.get(id) ?? 'another match'
  useEffect(() => {
    if (!joker) return
    onRows(() => (fixture) => (
      <JokerLine
        joker={joker}
        fixture={fixture}
        on={joker.fixtureId === null ? null : (names.get(joker.fixtureId) ?? 'another match')}
      />
    ))
    return () => onRows(null)
  }, [joker, names, onRows])
  useLayoutEffect(() => {
    if (!isLoading) keepJokerSpace(bar.current?.offsetHeight ?? 0)
  })
  if (isLoading) return <JokerSpace />
  if (!joker) return null
  return (
    <Bar ref={bar}>
      <Star aria-hidden />
      {jokers.length > 1 ? (
        <>
          <label htmlFor={id}>Joker in</label>
          <Choice
            id={id}
            value={joker.leagueId}
            options={jokers.map(({ leagueId, leagueName }) => ({ value: leagueId, label: leagueName }))}
            onChoose={chooseJokerLeague}
          />
        </>
      ) : (
        <b>Joker in {joker.leagueName}</b>
      )}
      <p>{noteOf(joker, jokers, nameOf)}</p>
    </Bar>
  )
}

const namesOf = (matches: readonly Fixture[]) =>
  new Map(matches.map(({ id, homeTeam, awayTeam }) => [id, `${homeTeam.shortName} v ${awayTeam.shortName}`]))

function noteOf(joker: LeagueJoker, all: readonly LeagueJoker[], nameOf: (id: number) => string): string {
  const { fixtureId, isMovable, gameweek } = joker
  const others = all.flatMap((each) =>
    each.leagueId !== joker.leagueId && each.fixtureId !== null
      ? [`in ${each.leagueName} on ${nameOf(each.fixtureId)}`]
      : [],
  )
  if (fixtureId === null)
    return isMovable
      ? 'One match pays twice as much in this league. Press the star beside it.'
      : `You set no joker in gameweek ${gameweek}.`
  if (others.length > 0) return `Each league has its own joker. Here on ${nameOf(fixtureId)}, ${others.join(', ')}.`
  return isMovable
    ? `Your joker is on ${nameOf(fixtureId)}. Press another to move it, the same to take it off.`
    : `Played. Your joker of gameweek ${gameweek} is on ${nameOf(fixtureId)}.`
}
