import fc from 'fast-check'
import { sql } from 'kysely'
import { projecting } from '../../projections/engine/group-target.ts'
import { schemaOf, type Tx } from '../../projections/engine/store.ts'
import { playGroup } from '../../projections/play/projector.ts'
import type { Ruleset } from '../../src/areas/league-rules/contract.ts'
import { type DatedRules, withChosen } from '../../src/areas/league-rules/rules.ts'
import { outcomeOf, type Scoreline } from '../../src/contracts/points.ts'
import type { Database } from '../../src/database/database.ts'
import type { ProjectionGroup } from '../../src/slice/group.ts'
import { memberPoints } from './naive-league-rules.ts'
import { type PlayEvent, recorder } from './play.ts'

export const SEASON = '2026-27'
export const LEAGUE = 7
const START = Date.parse('2026-08-01T12:00:00.000Z')
const HOUR = 3_600_000

/** Time of an hour of the story, ISO 8601. */
export const hourAt = (hour: number): string => new Date(START + hour * HOUR).toISOString()

/** Replaces the rows of a table of a projection group. */
export async function fill(
  { db }: Pick<Database, 'db'>,
  group: string,
  table: string,
  rows: readonly object[],
): Promise<void> {
  const name = sql.table(`${await liveSchema(db, group)}.${table}`)
  await sql`truncate ${name}`.execute(db)
  if (rows.length === 0) return
  // By name, because a generated column takes no value.
  const columns = sql.join(Object.keys(rows[0]!).map((column) => sql.ref(column)))
  await sql`
    insert into ${name} (${columns}) select ${columns} from jsonb_populate_recordset(null::${name}, ${JSON.stringify(rows)}::jsonb)
  `.execute(db)
}

async function liveSchema(db: Database['db'], group: string): Promise<string> {
  const { rows } = await sql<{ generation: number }>`
    select generation from engine.generations where name = ${group}`.execute(db)
  return schemaOf(group, rows[0]!.generation)
}

const points = fc.integer({ min: 0, max: 50 })
export const ruleset: fc.Arbitrary<Ruleset> = fc.record({
  ...{ result: points, goalDifference: fc.oneof(fc.constant(0), points), exact: points, joker: fc.boolean() },
  lateJoiners: fc.constantFrom('season', 'joining'),
})
const goals = fc.integer({ min: 0, max: 2 })
/** Mostly the same, so that there are long streaks. */
const score = fc.oneof(
  { weight: 5, arbitrary: fc.constant({ homeScore: 1, awayScore: 0 }) },
  { weight: 2, arbitrary: fc.record({ homeScore: goals, awayScore: goals }) },
)
const outcome = fc.constantFrom<Scoreline['outcome']>('home', 'home', 'home', 'draw', 'away')

export const GAMEWEEKS = 5
const MATCHES = 12
/** Picks are made in the first hours; matches kick off later, until `LAST`. */
const [OPEN, LAST] = [100, 800]
const open = fc.integer({ min: 0, max: OPEN })
const kickoff = fc.integer({ min: OPEN + 1, max: LAST })
/** Hours of joining and leaving, before, between and after kickoffs. */
export const anyHour = fc.integer({ min: 0, max: LAST + 50 })
const gameweek = fc.integer({ min: 1, max: GAMEWEEKS })

/** Steps after the picks. Some are of matches that have results: corrections. */
const step = fc.oneof(
  { weight: 8, arbitrary: fc.record({ type: fc.constant('MatchFinished' as const), ...result() }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('MatchResultCorrected' as const), ...result() }) },
  { weight: 1, arbitrary: ofMatch('ResultLifted', { homeScore: fc.constant(null), awayScore: fc.constant(null) }) },
  { weight: 1, arbitrary: ofMatch('MatchAwarded', { result: outcome }) },
  { weight: 1, arbitrary: ofMatch('FixtureCancelled', {}) },
  { weight: 1, arbitrary: ofMatch('FixturePostponed', { closed: fc.constant(false) }) },
  { weight: 2, arbitrary: ofMatch('FixtureRescheduled', { kickoff: kickoff.map(hourAt), closed: fc.constant(false) }) },
  { weight: 1, arbitrary: ofMatch('FixtureMovedToGameweek', { gameweek }) },
)

function result() {
  return { index: fc.nat(MATCHES - 1), score, byHand: fc.boolean(), reason: fc.constant('x') }
}

function ofMatch<Data>(type: PlayEvent['type'], data: { [Name in keyof Data]: fc.Arbitrary<Data[Name]> }) {
  return fc.record({
    ...{ type: fc.constant(type), index: fc.nat(MATCHES - 1), byHand: fc.boolean(), reason: fc.constant('x') },
    data: fc.record(data),
  })
}

/**
 * A league with its members, picks and jokers, and the events of its season: results, corrections, postponements, moves to other gameweeks.
 * Hours count from the start of the story.
 */
export const randomLeague = fc.record({
  matches: fc.array(fc.record({ gameweek, kickoff: fc.option(kickoff, { freq: 12 }) }), {
    minLength: 1,
    maxLength: MATCHES,
  }),
  members: fc.array(
    fc.record({
      joined: anyHour,
      picks: fc.array(
        fc.option(
          fc.record({ made: open, changed: fc.option(open), outcome, score: fc.option(score), isScored: fc.boolean() }),
          { freq: 9 },
        ),
        { minLength: MATCHES, maxLength: MATCHES },
      ),
      jokers: fc.array(fc.nat(MATCHES - 1)),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  steps: fc.array(step, { maxLength: 40 }),
  settled: fc.uniqueArray(gameweek),
  chosen: fc.array(fc.record({ rules: ruleset, hour: anyHour, fromGameweek: gameweek }), { maxLength: 3 }),
})
export type RandomLeague = typeof randomLeague extends fc.Arbitrary<infer World> ? World : never

/** A settled or open pick, with its points in the league. */
export interface LeaguePick {
  readonly userId: number
  readonly fixtureId: number
  readonly gameweek: number
  /** Milliseconds; null: no date. */
  readonly kickoff: number | null
  /** Milliseconds: the end of predictions, without a date the first result; null: neither. */
  readonly cutoff: number | null
  readonly isSettled: boolean
  readonly isRight: boolean
  /** Points by the rules of the whole game. */
  readonly classicPoints: number
  /** Points by the rules of the league for a player who joined then; null: counts from the start. */
  points(joinedAt: string | null): number
  readonly createdAt: string
  readonly updatedAt: string
}

/**
 * Stores the members of the league, user ids from 1 in the order of `joined`, its rules and jokers. `jokerOf`: index of the doubled match,
 * whose id is one more.
 */
export async function fillLeague(
  database: Pick<Database, 'db'>,
  {
    rules,
    joined,
    jokerOf,
  }: {
    readonly rules: readonly DatedRules[]
    readonly joined: readonly string[]
    jokerOf(userId: number, gameweek: number): number | undefined
  },
): Promise<void> {
  const rows = {
    members: joined.map((at, index) => ({
      ...{ league_id: LEAGUE, user_id: index + 1, joined_at: at, revision: index, erased: false },
    })),
    league_rules: rules.map(({ season, fromGameweek, changedAt, rules: of }) => ({
      ...{ league_id: LEAGUE, season, from_gameweek: fromGameweek, changed_at: changedAt, changed_by: 1 },
      ...{ result: of.result, goal_difference: of.goalDifference, exact: of.exact },
      ...{ joker: of.joker, late_joiners: of.lateJoiners },
    })),
    league_jokers: joined.flatMap((_, index) =>
      Array.from({ length: GAMEWEEKS }, (_week, nth) => nth + 1).flatMap((of) => {
        const joker = jokerOf(index + 1, of)
        const key = { league_id: LEAGUE, user_id: index + 1, season: SEASON, gameweek: of }
        return joker === undefined ? [] : [{ ...key, fixture_id: joker + 1, changed_at: hourAt(0) }]
      }),
    ),
  }
  for (const [table, of] of Object.entries(rows)) await fill(database, 'leagues', table, of)
}

/** Stores the league and projects the events of its season. Returns all picks, from arrays. */
export async function loadLeague(database: Database, world: RandomLeague): Promise<readonly LeaguePick[]> {
  const { db } = database
  const { members } = world
  const chosen = world.chosen.reduce<readonly DatedRules[]>(
    (all, { hour, ...each }) => withChosen(all, { ...each, season: SEASON, changedAt: hourAt(hour) }),
    [],
  )
  await project(database, eventsOf(world))
  const { rows: matches } = await sql<{
    readonly id: number
    readonly gameweek: number
    readonly kickoff: string | null
    readonly cutoff: string | null
    readonly settled_at: string | null
    readonly result: Scoreline['outcome'] | null
    readonly home_score: number | null
    readonly away_score: number | null
  }>`select * from read.fixtures`.execute(db)
  const byId = new Map(matches.map((match) => [match.id, match]))
  const jokerOf = ({ jokers }: RandomLeague['members'][number], of: number) =>
    jokers.findLast((index) => byId.get(index + 1)?.gameweek === of)
  await fillLeague(database, {
    rules: chosen,
    joined: members.map(({ joined }) => hourAt(joined)),
    jokerOf: (userId, of) => jokerOf(members[userId - 1]!, of),
  })
  const { rows: picks } = await sql<{
    readonly user_id: number
    readonly fixture_id: number
    readonly result: Scoreline['outcome']
    readonly home_score: number | null
    readonly away_score: number | null
    readonly created_at: string
    readonly updated_at: string
  }>`select * from read.predictions`.execute(db)
  return picks.map((pick): LeaguePick => {
    const match = byId.get(pick.fixture_id)!
    const closings = [match.cutoff, match.settled_at].flatMap((time) => (time === null ? [] : Date.parse(time)))
    const closedAt = closings.length === 0 ? null : new Date(Math.min(...closings)).toISOString()
    const result = match.result && { outcome: match.result, home: match.home_score, away: match.away_score }
    const line = { outcome: pick.result, home: pick.home_score, away: pick.away_score }
    const hasJoker = jokerOf(members[pick.user_id - 1]!, match.gameweek) === pick.fixture_id - 1
    const paidBy = (rules: readonly DatedRules[], joinedAt: string | null) =>
      result === null
        ? 0
        : memberPoints(rules, { season: SEASON, gameweek: match.gameweek, closedAt, result }, line, {
            ...{ joinedAt, hasJoker },
          })
    return {
      ...{ userId: pick.user_id, fixtureId: pick.fixture_id, gameweek: match.gameweek },
      kickoff: match.kickoff === null ? null : Date.parse(match.kickoff),
      cutoff: match.cutoff === null ? null : Date.parse(match.cutoff),
      isSettled: result !== null,
      isRight: result !== null && result.outcome === line.outcome,
      classicPoints: paidBy([], null),
      points: (joinedAt) => paidBy(chosen, joinedAt),
      ...{ createdAt: pick.created_at, updatedAt: pick.updated_at },
    }
  })
}

function eventsOf({ matches, members, steps, settled }: RandomLeague) {
  const record = recorder()
  const fixtureIds = matches.map((_, index) => index + 1)
  const picks = members.flatMap((member, userIndex) =>
    matches.flatMap((_, index) => {
      const pick = member.picks[index]
      if (!pick) return []
      const { made, changed, isScored } = pick
      const line = isScored ? pick.score : null
      const picked = {
        result: line ? outcomeOf(line.homeScore, line.awayScore) : pick.outcome,
        score: line && { home: line.homeScore, away: line.awayScore },
      }
      const predictionId = userIndex * MATCHES + index + 1
      const data = { predictionId, userId: userIndex + 1, fixtureId: index + 1, pick: picked }
      // The clock of another node may be a little behind.
      const again = changed === null ? null : Math.max(changed, made - 0.5)
      return [
        record({ type: 'PredictionSubmitted', data }, hourAt(made)),
        ...(again === null ? [] : [record({ type: 'PredictionUpdated', data }, hourAt(again))]),
      ]
    }),
  )
  return [
    record({ type: 'SeasonOpened', data: { season: SEASON, name: SEASON, anchor: null } }, hourAt(0)),
    ...matches.map(({ gameweek, kickoff }, index) =>
      record(
        {
          type: 'FixtureScheduled',
          data: {
            ...{ fixtureId: index + 1, season: SEASON, gameweek, homeTeamId: 1, awayTeamId: 2 },
            kickoff: kickoff === null ? null : hourAt(kickoff),
          },
        },
        hourAt(0),
      ),
    ),
    ...picks,
    ...steps
      .filter(({ index }) => index < matches.length)
      .map(({ index, type, ...more }, nth) => {
        const data = 'score' in more ? { ...more, ...more.score } : { ...more, ...more.data }
        return record(
          { type, data: { ...data, fixtureId: index + 1 } } as unknown as PlayEvent,
          hourAt(OPEN + 15 * (nth + 1)),
        )
      }),
    ...settled.map((of) =>
      record({ type: 'GameweekSettled', data: { season: SEASON, gameweek: of, fixtureIds } }, hourAt(LAST)),
    ),
  ]
}

async function project({ db }: Database, events: readonly ReturnType<ReturnType<typeof recorder>>[]): Promise<void> {
  const schema = await liveSchema(db, 'play')
  const { rows } = await sql<{ tablename: string }>`
    select tablename from pg_tables where schemaname = ${schema}`.execute(db)
  await sql`truncate ${sql.join(rows.map(({ tablename }) => sql.id(schema, tablename)))}`.execute(db)
  await db.transaction().execute(async (tx) => {
    await sql`select ${projecting(schema)}`.execute(tx)
    await (playGroup as ProjectionGroup).project(tx as Tx, events)
  })
}
