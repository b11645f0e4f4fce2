import type { Ruleset } from '../areas/league-rules/contract.ts'
import type { JokerCommand } from '../areas/league-rules/joker-decider.ts'
import { type ChosenRules, rulesAt } from '../areas/league-rules/rules.ts'
import { leagueStream } from '../areas/leagues/events.ts'
import { newJoinCode } from '../areas/leagues/join-code.ts'
import type { LeagueCommand } from '../areas/leagues/league-decider.ts'
import { createRandom } from '../kernel/random.ts'
import { CLOSE_CALLS, CLOSER_CALLS, choiceOfRules, drawJoker, EXACT_ONLY, placedJoker } from './league-rules.ts'
import type { SimulatedPlayer } from './player.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR

/** A command of a league or of a joker. `step` identifies it within the simulation; `at` in milliseconds. */
export interface LeagueStep {
  readonly at: number
  readonly step: string
  readonly actor: number
  readonly stream: string
  readonly league?: LeagueCommand
  readonly joker?: JokerCommand
}

/** A match of the season; its kickoff in milliseconds. */
interface Match {
  readonly id: number
  readonly gameweek: number
  readonly kickoff: number
}

/** Leagues with rules of their own. `every`: members are the players whose numbers are this far apart. */
const LEAGUES: readonly {
  readonly name: string
  readonly every: number
  readonly rules: Readonly<Record<number, Ruleset>>
}[] = [
  { name: 'Close Calls', every: 3, rules: { 3: CLOSE_CALLS, 20: CLOSER_CALLS } },
  { name: 'Exactly or Nothing', every: 4, rules: { 5: EXACT_ONLY } },
]

/** Number of leagues of a simulated season. */
export const LEAGUE_COUNT = LEAGUES.length

/** Plans leagues with rules of their own and the jokers of their members, in order of time. */
export function planLeagues(
  season: string,
  matches: readonly Match[],
  players: readonly SimulatedPlayer[],
  seed: number,
): readonly LeagueStep[] {
  const gameweeks = [...Map.groupBy(matches, ({ gameweek }) => gameweek)].sort(([a], [b]) => a - b)
  const steps = LEAGUES.flatMap(({ name, every, rules }, index): LeagueStep[] => {
    const leagueId = index + 1
    const random = createRandom(`league ${seed}/${leagueId}`)
    const joinCode = newJoinCode(random.below)
    const members = players
      .filter(({ number }) => (number - 1) % every === 0)
      .map(({ number, registeredAt }) => ({ userId: number, joins: Date.parse(registeredAt) + HOUR }))
    const [founder] = members
    if (!founder) return []
    const stream = leagueStream(leagueId)
    const settings = { name, description: null, type: 'public' } as const
    const chosen: ChosenRules[] = []
    const choices = gameweeks.flatMap(([gameweek, its]): LeagueStep[] => {
      const of = rules[gameweek]
      const kickoff = Math.min(...its.map((match) => match.kickoff))
      const at = kickoff - DAY
      if (!of || at <= founder.joins) return []
      chosen.push({ season, fromGameweek: gameweek, rules: of })
      const { command } = choiceOfRules(
        { leagueId, by: founder.userId, rules: of },
        { season, gameweek },
        { kickoff, at },
      )
      return [{ at, step: `rules ${leagueId}/${gameweek}`, actor: founder.userId, stream, league: command }]
    })
    const jokers = gameweeks.flatMap(([gameweek, its]) =>
      rulesAt(chosen, { season, gameweek }).joker
        ? members.flatMap(({ userId, joins }): LeagueStep[] => {
            const match = drawJoker(its, random)
            if (match === null) return []
            const at = Math.round(match.kickoff - HOUR - random.next() * DAY)
            if (at <= joins) return []
            const placed = placedJoker({ leagueId, userId }, { season, gameweek }, match, at)
            return [{ at, step: 'joker', actor: userId, stream: placed.stream, joker: placed.command }]
          })
        : [],
    )
    return [
      ...members.map(({ userId, joins }): LeagueStep => {
        const create = { type: 'create', leagueId, creatorId: userId, joinCode, settings } as const
        const league = userId === founder.userId ? create : ({ type: 'join-by-click', userId } as const)
        return { at: joins, step: `join ${leagueId}/${userId}`, actor: userId, stream, league }
      }),
      ...choices,
      ...jokers,
    ]
  })
  return steps.sort((a, b) => a.at - b.at)
}
