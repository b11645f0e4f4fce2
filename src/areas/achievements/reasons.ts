import { anyOf, type ReadDb } from '../../slice/read-models.ts'
import type { Loss } from './tables.ts'

/** What became of the match, said of it. */
const ofMatch: Readonly<Record<string, (match: string) => string>> = {
  FixtureScheduled: (match) => `${match} was added to its gameweek`,
  MatchFinished: (match) => `The result of ${match} came in and changed what it was earned by`,
  MatchResultCorrected: (match) => `The result of ${match} was corrected`,
  ResultLifted: (match) => `The result of ${match} was lifted`,
  MatchAwarded: (match) => `${match} was awarded`,
  MatchAbandoned: (match) => `${match} was abandoned`,
  FixtureCancelled: (match) => `${match} was cancelled`,
  FixturePostponed: (match) => `${match} was postponed`,
  FixtureRescheduled: (match) => `${match} was given another date`,
  FixtureMovedToGameweek: (match) => `${match} was moved to another gameweek`,
}

const others: Readonly<Record<string, string>> = {
  PrizeBooked: 'The places of a competition were corrected',
}

/** Sentences for the player: why an achievement was taken back. Names of clubs are looked up for all at once. */
export async function reasonsOf(db: ReadDb, losses: readonly Loss[]): Promise<(loss: Loss | null) => string> {
  const ids = [...new Set(losses.flatMap(({ fixtureId }) => fixtureId ?? []))]
  const names = ids.length === 0 ? new Map<number, string>() : await matchNames(db, ids)
  return (loss) => {
    if (loss === null) return 'The achievement is earned in another way now'
    const match = loss.fixtureId === null ? undefined : names.get(loss.fixtureId)
    const sentence = match === undefined ? undefined : ofMatch[loss.type]?.(match)
    return sentence ?? others[loss.type] ?? 'What it was earned by does not hold any more'
  }
}

async function matchNames(db: ReadDb, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await db
    .selectFrom('read.fixtures as f')
    .innerJoin('read.teams as h', 'h.id', 'f.home_team_id')
    .innerJoin('read.teams as a', 'a.id', 'f.away_team_id')
    .select(['f.id', 'h.name as home', 'a.name as away'])
    .where('f.id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, home, away }) => [id, `${home} v ${away}`]))
}
