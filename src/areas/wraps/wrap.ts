import { createCache } from '../../kernel/cache.ts'
import type { TopicVersions } from '../../kernel/topic-versions.ts'
import { type PersonRow, personOf } from '../../slice/person.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { bestCall, finish, luckiest, nemesis, rival, streak } from './cards.ts'
import type { Wrap, WrapPart } from './contract.ts'
import { ownWrapRow, pointsRows, rivalRow } from './queries.ts'

export interface WrapDependencies {
  readonly db: ReadDb
  readonly changed: Pick<TopicVersions, 'of'>
}

/** Gameweeks of a season that a part covers. As many must have settled. */
const coveredBy = (part: WrapPart, gameweeks: readonly number[]): readonly number[] =>
  part === 'season' ? gameweeks : gameweeks.slice(0, Math.ceil(gameweeks.length / 2))
/** Settled picks that a wrap needs. */
const PICKS = 10
/** Maximum number of cached seasons and parts. */
const MAX_CACHED = 8

/** A wrap and its player, without the public address; null: the player is unknown or deleted. */
export type WrapOf = (
  userId: number,
  season: string,
  part: WrapPart | undefined,
) => Promise<{ readonly wrap: Omit<Wrap, 'path'>; readonly person: PersonRow } | null>

/** Computes wraps on read, with three statements, of which one is cached for all players (docs/rules.md R304). */
export function createWraps({ db, changed }: WrapDependencies): WrapOf {
  const cache = createCache<readonly { readonly points: number; readonly players: number }[]>({ max: MAX_CACHED })
  const histogramOf = (season: string, through: number | null) =>
    cache.get(`${season} ${through}`, changed.of('leaderboard', 'table'), async () => {
      const { rows } = await pointsRows(season, through).execute(db)
      return rows
    })

  return async (userId, season, asked) => {
    const all = (await ownWrapRow(userId, season).execute(db)).rows[0]
    if (all === undefined) return null
    const part = asked ?? (all.settled >= all.gameweeks.length ? 'season' : 'half')
    const covered = coveredBy(part, all.gameweeks)
    const through = covered.at(-1) ?? 0
    const picks = all.picks.filter(({ gameweek }) => gameweek <= through)
    const points = picks.reduce((sum, pick) => sum + pick.points, 0)
    const isReady = all.settled >= covered.length && picks.length >= PICKS
    const wrap = {
      ...{
        season,
        part,
        settledGameweeks: all.settled,
        neededGameweeks: covered.length,
        picks: picks.length,
        neededPicks: PICKS,
      },
      ...{ points, cards: null },
    }
    if (!isReady) return { wrap, person: all }
    const [histogram, near] = await Promise.all([
      histogramOf(season, part === 'season' ? null : through),
      rivalRow({ userId, season, through }, points).execute(db),
    ])
    const cards = {
      bestCall: bestCall(picks),
      nemesis: nemesis(picks),
      luckiest: luckiest(picks, all.means),
      finish: finish(points, histogram),
      streak: streak(picks),
      rival: rival(picks, near.rows[0]),
    }
    return { wrap: { ...wrap, cards }, person: all }
  }
}

/** The username leads: display names are not unique. */
export const nameOf = (person: PersonRow): string => personOf(person).username
