import { anyOf, type ReadDb } from '../../slice/read-models.ts'
import type { Loss } from './tables.ts'

/** Sentences about events of a match. */
const ofMatch: Readonly<Record<string, (match: string) => string>> = {
  FixtureScheduled: (match) => `${match} was added to its gameweek`,
  MatchFinished: (match) => `${match} finished, and you no longer qualify`,
  MatchResultCorrected: (match) => `The result of ${match} was corrected`,
  ResultLifted: (match) => `The result of ${match} no longer counts`,
  MatchAwarded: (match) => `${match} was awarded`,
  MatchAbandoned: (match) => `${match} was abandoned`,
  FixtureCancelled: (match) => `${match} was cancelled`,
  FixturePostponed: (match) => `${match} was postponed`,
  FixtureRescheduled: (match) => `${match} has a new date`,
  FixtureMovedToGameweek: (match) => `${match} moved to another gameweek`,
}

const others: Readonly<Record<string, string>> = {
  PrizeBooked: 'The final table of a competition changed',
}

/**
 * Returns sentences for the player with the reason why an achievement was revoked. Names of clubs are read with one
 * query.
 */
export async function reasonsOf(db: ReadDb, losses: readonly Loss[]): Promise<(loss: Loss | null) => string> {
  const ids = [...new Set(losses.flatMap(({ fixtureId }) => fixtureId ?? []))]
  const names = ids.length === 0 ? new Map<number, string>() : await matchNames(db, ids)
  return (loss) => {
    if (loss === null) return 'The rule for this achievement has changed'
    const match = loss.fixtureId === null ? undefined : names.get(loss.fixtureId)
    const sentence = match === undefined ? undefined : ofMatch[loss.type]?.(match)
    return sentence ?? others[loss.type] ?? 'You no longer qualify'
  }
}

async function matchNames(db: ReadDb, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('read.fixtures as f')
    .innerJoin('read.teams as h', 'h.id', 'f.home_team_id')
    .innerJoin('read.teams as a', 'a.id', 'f.away_team_id')
    .select(['f.id', 'h.short_name as home', 'a.short_name as away'])
    .where('f.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, home, away }) => [id, `${home} v ${away}`]))
}
