import { personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { Fixture } from '../fixtures/contract.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { LeagueRules, Ruleset, RulesPreview, RulesRange } from '../league-rules/contract.ts'
import { chosenRules, jokersOf, lastSettled, type NamedRules, previewRows } from '../league-rules/queries.ts'
import {
  type NextGameweek,
  nextGameweek,
  rulesAt,
  type SeasonMatch,
  withChosen,
  withoutFrom,
} from '../league-rules/rules.ts'
import type { LeagueEvent } from './events.ts'
import type { SeenLeague } from './queries.ts'

const FIRST_GAMEWEEK = 1
/** Most members in a preview. */
const MOST_ROWS = 100

interface Dependencies {
  readonly db: ReadDb
  readonly seasons: Pick<Seasons, 'resolve'>
  /** Fixtures of a season at a time (ISO 8601), as a cached answer. */
  readonly fixtures: {
    fixtures(season: string, gameweek: undefined, at: string): Promise<{ readonly value: unknown }>
  }
}

interface Reader {
  readonly id: number
  readonly username: string
}

/** The next gameweek of a season; null: all have begun. */
export interface NextOf {
  readonly season: string | null
  readonly next: NextGameweek | null
}

/** A stored change that the read model may not have yet. */
type Stored = Extract<LeagueEvent, { type: 'LeagueRulesChanged' | 'LeagueRulesWithdrawn' }>

export type LeagueRulesPages = ReturnType<typeof createLeagueRules>

/** Rules of leagues, and the preview of other rules. */
export function createLeagueRules({ db, seasons, fixtures }: Dependencies) {
  async function nextOf(season: string | null, at: string): Promise<NextOf> {
    if (season === null) return { season, next: null }
    const all = (await fixtures.fixtures(season, undefined, at)).value as readonly Fixture[]
    return { season, next: nextGameweek(all.map((each) => seasonMatch(each, at))) }
  }

  return {
    /** The current season, and its next gameweek. */
    next: async (at: string): Promise<NextOf> => nextOf(await seasons.resolve(undefined, at), at),

    /** The rules as a reader of the league sees them. `stored`: a change of this reader that counts even if the read model lags. */
    async about(league: SeenLeague, reader: Reader, at: string, stored?: Stored): Promise<LeagueRules> {
      const { season, next } = await nextOf(await seasons.resolve(undefined, at), at)
      const read = league.own_rules || stored ? await chosenRules(db, league.id) : []
      const chosen = stored ? withStored(read, stored, reader, at) : read
      const from = { season: season ?? '', gameweek: next?.gameweek ?? Number.POSITIVE_INFINITY }
      const inForce = withoutFrom(chosen, from)
      const upcoming = chosen.find((each) => each.season === season && each.fromGameweek >= from.gameweek)
      const gameweeks = next === null ? [] : [Math.max(FIRST_GAMEWEEK, next.gameweek - 1), next.gameweek]
      const jokers =
        season === null || !league.is_member || !league.own_rules
          ? []
          : await jokersOf(db, reader.id, { leagueId: league.id, season, gameweeks: [...new Set(gameweeks)] }, at)
      return {
        leagueId: league.id,
        leagueName: league.name,
        memberCount: league.members,
        mayChange: league.is_member && league.admin_id === reader.id,
        hasOwnRules: chosen.length > 0,
        current: rulesAt(inForce, from),
        upcoming: upcoming ? rangeOf(upcoming, null) : null,
        next: season === null || next === null ? null : { season, gameweek: next.gameweek, begins: next.begins },
        history: season === null ? [] : historyOf(inForce, season, upcoming),
        jokers: jokers.map(({ leagueName: _, ...joker }) => joker),
      }
    },

    /** The last settled gameweek by other rules. */
    async preview(league: SeenLeague, reader: number, rules: Ruleset, at: string): Promise<RulesPreview> {
      const season = await seasons.resolve(undefined, at)
      const gameweek = season === null ? null : await lastSettled(db, season)
      if (season === null || gameweek === null) return { gameweek: null, rows: [], me: null }
      const { rows } = await previewRows(league, { season, gameweek }, rules, { limit: MOST_ROWS, reader }).execute(db)
      const shown = rows.map(({ username, display_name, profile_image, nth: _, ...row }) => ({
        ...row,
        ...personOf({ username, display_name, profile_image }),
      }))
      return { gameweek, rows: shown.slice(0, MOST_ROWS), me: shown.find(({ id }) => id === reader) ?? null }
    },
  }
}

const seasonMatch = ({ id, gameweek, kickoffTime, cutoffTime, status }: Fixture, at: string): SeasonMatch => ({
  ...{ id, gameweek, kickoff: kickoffTime, cutoff: cutoffTime },
  hasClosed:
    status === 'FINISHED' || status === 'LIVE' || (cutoffTime !== null && Date.parse(cutoffTime) <= Date.parse(at)),
  isCancelled: status === 'CANCELLED',
})

function withStored(
  chosen: readonly NamedRules[],
  { type, data }: Stored,
  { id, username }: Reader,
  at: string,
): readonly NamedRules[] {
  const { season, fromGameweek } = data
  if (type === 'LeagueRulesWithdrawn') return withoutFrom(chosen, { season, gameweek: fromGameweek })
  const by = { changedBy: username, changedById: id }
  return withChosen(chosen, { season, fromGameweek, rules: data.rules, changedAt: at, ...by })
}

const rangeOf = (
  { season, fromGameweek, rules, changedAt, changedBy, changedById }: NamedRules,
  toGameweek: number | null,
): RulesRange => ({
  ...{ season, fromGameweek, toGameweek, rules, changedAt, changedBy, changedById },
})

/** Ranges of the gameweeks of a season that have begun, latest first. The first one may have the rules of the season before. */
function historyOf(inForce: readonly NamedRules[], season: string, upcoming: NamedRules | undefined): RulesRange[] {
  const own = inForce.filter((each) => each.season === season)
  const before = inForce.findLast((each) => each.season < season)
  const first: NamedRules = {
    ...{ season, fromGameweek: FIRST_GAMEWEEK, rules: rulesAt(inForce, { season, gameweek: 0 }) },
    ...{ changedAt: before?.changedAt ?? '', changedBy: before?.changedBy ?? null },
    changedById: before?.changedById ?? null,
  }
  const all = own[0]?.fromGameweek === FIRST_GAMEWEEK ? own : [first, ...own]
  const ranges = all.map((each, index) => {
    const next = all[index + 1]?.fromGameweek ?? upcoming?.fromGameweek
    return rangeOf(each, next === undefined ? null : next - 1)
  })
  return ranges
    .filter(({ toGameweek }) => toGameweek !== 0)
    .map((range) => ({ ...range, changedAt: range.changedAt || null }))
    .reverse()
}
