import { hash, randomUUID } from 'node:crypto'
import { parseCookie } from 'cookie'
import express, { type ErrorRequestHandler, type Express, type Request } from 'express'
import type pg from 'pg'
import * as z from 'zod/mini'
import { accuracyOf } from '../../../src/areas/boards/accuracy.ts'
import type { LeaderboardEntry } from '../../../src/areas/boards/contract.ts'
import type { Team } from '../../../src/areas/fixtures/contract.ts'
import { isRowOpenAt } from '../../../src/areas/fixtures/match-status.ts'
import { type FixtureRow, fixtureOf } from '../../../src/areas/fixtures/queries.ts'
import {
  type GameweekPickOutcome,
  GameweekPicks,
  type Prediction,
  PredictionCreate,
} from '../../../src/areas/predictions/contract.ts'
import { sentenceOf } from '../../../src/contracts/sentences.ts'
import { parse } from '../../../src/slice/parse.ts'
import { type PersonRow, personOf } from '../../../src/slice/person.ts'
import { HttpProblem, onlyOneself } from '../../../src/slice/problem.ts'
import type { ReadModels } from '../../../src/slice/read-models.ts'
import { problemOf, sendProblem } from '../../../src/web/problems.ts'

/**
 * The plain program: the obvious implementation of four calls of the game. Tables are updated in place, without events
 * or caches, and the session is looked up for each request. Validation, rules and responses are those of the game.
 */
export function createPlainProgram(pool: pg.Pool, season: string): Express {
  /** Runs a prepared statement, planned once per connection. */
  const query = async <Row>(name: keyof typeof sql, values: readonly unknown[], limit?: number): Promise<Row[]> => {
    const text = sql[name].replace('LIMIT', String(limit))
    return (await pool.query({ name: `${name}${limit ?? ''}`, text, values: [...values] })).rows as Row[]
  }

  async function userOf({ headers: { cookie } }: Request): Promise<{ id: number }> {
    const token = cookie && parseCookie(cookie).plp_session
    const [user] = token ? await query<{ id: number }>('session', [hash('sha256', token, 'buffer'), new Date()]) : []
    if (!user) throw new HttpProblem(401, 'Not authenticated')
    return user
  }

  const matchesOf = async (userId: number, fixtureIds: readonly number[]) =>
    new Map((await query<MatchRow>('matches', [fixtureIds, userId])).map((row) => [row.id, row]))

  const app = express()
  app.use(express.json({ limit: '100kb', strict: false }))

  app.post('/api/predictions', async (req, res) => {
    const at = new Date().toISOString()
    const user = await userOf(req)
    const pick = parse(PredictionCreate, req.body ?? {}, 'body') as PredictionCreate
    onlyOneself(pick.userId, user, ONLY_ONESELF)
    const match = (await matchesOf(user.id, [pick.fixtureId])).get(pick.fixtureId)
    const refusal = match?.own_id ? ALREADY_PREDICTED : refusalOf(match, at)
    if (refusal) throw new HttpProblem(...refusal)
    const [saved] = await query<SavedRow>('submit', saving(user.id, at, season, [pick]))
    // Another request was faster, or the match has closed since it was read.
    if (!saved) throw new HttpProblem(...ALREADY_PREDICTED)
    res.status(201).json(predictionOf(saved, match!, at))
  })

  app.put('/api/predictions/gameweek/:gameweek', async (req, res) => {
    const at = new Date().toISOString()
    const user = await userOf(req)
    const gameweek = Number(req.params.gameweek)
    const { userId, predictions } = parse(GameweekPicks, req.body ?? {}, 'body') as z.infer<typeof GameweekPicks>
    onlyOneself(userId, user, ONLY_ONESELF)
    const matches = await matchesOf(
      user.id,
      predictions.map(({ fixtureId }) => fixtureId),
    )
    const seen = new Set<number>()
    const items = predictions.map((item) => {
      const { fixtureId } = item
      if (typeof item.userId === 'number') onlyOneself(item.userId, user, ONLY_ONESELF)
      const isTwice = seen.has(fixtureId)
      seen.add(fixtureId)
      if (isTwice) return { fixtureId, refusal: [400, 'This match is in the list twice'] as const }
      const parsed = z.safeParse(PredictionCreate, item, { error: (issue) => sentenceOf(issue) })
      if (!parsed.success) return { fixtureId, refusal: [400, parsed.error.issues[0]!.message] as const }
      const match = matches.get(fixtureId)
      const refusal = match && match.gameweek !== gameweek ? WRONG_GAMEWEEK : refusalOf(match, at)
      return { fixtureId, refusal, pick: parsed.data, match: match! }
    })
    const taken = items.flatMap(({ refusal, pick, match }) => (refusal || !pick ? [] : [{ pick, match }]))
    const changed = taken.filter(({ pick, match }) => !isSame(pick, match)).map(({ pick }) => pick)
    const rows = changed.length > 0 ? await query<SavedRow>('save', saving(user.id, at, season, changed)) : []
    const saved = new Map(rows.map((row) => [row.fixture_id, row]))
    res.json(
      items.map(({ fixtureId, refusal, match }): GameweekPickOutcome => {
        if (refusal) return { fixtureId, status: refusal[0], detail: refusal[1] }
        const row = saved.get(fixtureId) ?? ownOf(match!, user.id)
        return { fixtureId, status: row.is_new ? 201 : 200, prediction: predictionOf(row, match!, at) }
      }),
    )
  })

  app.get('/api/leaderboard', async (req, res) => {
    const user = await userOf(req)
    const { limit } = parse(BoardPage, req.query, 'query') as z.infer<typeof BoardPage>
    const [rows, [standing]] = await Promise.all([
      // With a literal limit, PostgreSQL plans for that number of rows.
      query<BoardRow>('board', [season], limit),
      query<BoardRow & { total: number; rank: number }>('standing', [season, user.id]),
    ])
    let rank = 1
    const entries = rows.map((row, index) => {
      if (index > 0 && row.points !== rows[index - 1]!.points) rank = index + 1
      return entryOf(row, rank)
    })
    const me = standing!.id === null ? null : entryOf(standing!, standing!.rank)
    res.json({ entries, total: standing!.total, me })
  })

  app.get('/api/fixtures', async (req, res) => {
    const at = new Date().toISOString()
    await userOf(req)
    const [rows, clubs] = await Promise.all([query<BareFixtureRow>('fixtures', [season]), query<ClubRow>('clubs', [])])
    const teams = new Map(clubs.map((club) => [club.id, teamOf(club)]))
    res.json(
      rows.map((row) =>
        fixtureOf({ ...row, home: teams.get(row.home_team_id)!, away: teams.get(row.away_team_id)! }, at),
      ),
    )
  })

  const failed: ErrorRequestHandler = (error, _req, res, _next) => {
    res.locals.requestId = randomUUID()
    sendProblem(res, problemOf(error))
  }
  app.use(failed)
  return app
}

const BoardPage = z.object({ limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50) })

const ONLY_ONESELF = 'You can only predict for yourself'
type Refusal = readonly [status: number, detail: string]
const ALREADY_PREDICTED: Refusal = [409, 'You have already predicted this match']
const WRONG_GAMEWEEK: Refusal = [400, 'This match is not in that gameweek']

/** The reason why a match is closed for picks; null if it is open. */
function refusalOf(match: MatchRow | undefined, at: string): Refusal | null {
  if (!match) return [404, 'Fixture not found']
  if (match.status === 'cancelled') return [409, 'This match has been cancelled']
  if (isRowOpenAt(match, at)) return null
  if (match.kickoff === null && !match.closed)
    return [409, 'This match has no date yet. Predictions open when it has one']
  return [409, 'Prediction period has ended']
}

type BareFixtureRow = Omit<FixtureRow, 'home' | 'away'> & {
  readonly home_team_id: number
  readonly away_team_id: number
}

type ClubRow = ReadModels['read.teams']

const teamOf = ({ id, name, short_name: shortName, code, field, band, letters }: ClubRow): Team => ({
  ...{ id, name, shortName, code, logoUrl: null },
  colours: { field, band, letters },
})

/** A match with both clubs, and the reader's own prediction or null. */
interface MatchRow extends FixtureRow {
  readonly own_id: number | null
  readonly own_result: Prediction['predictedResult'] | null
  readonly own_home: number | null
  readonly own_away: number | null
  readonly own_created: string | null
  readonly own_updated: string | null
  readonly own_revision: number | null
}

interface SavedRow {
  readonly id: number
  readonly user_id: number
  readonly fixture_id: number
  readonly result: Prediction['predictedResult']
  readonly home_score: number | null
  readonly away_score: number | null
  readonly created_at: string
  readonly updated_at: string
  readonly revision: number
  readonly is_new: boolean
}

const ownOf = (match: MatchRow, userId: number): SavedRow => ({
  id: match.own_id!,
  user_id: userId,
  fixture_id: match.id,
  result: match.own_result!,
  home_score: match.own_home,
  away_score: match.own_away,
  created_at: match.own_created!,
  updated_at: match.own_updated!,
  revision: match.own_revision!,
  is_new: false,
})

const isSame = (pick: PredictionCreate, match: MatchRow): boolean =>
  match.own_result === pick.predictedResult &&
  match.own_home === (pick.predictedHomeScore ?? null) &&
  match.own_away === (pick.predictedAwayScore ?? null)

const saving = (userId: number, at: string, season: string, picks: readonly PredictionCreate[]) => [
  userId,
  at,
  season,
  picks.map(({ fixtureId }) => fixtureId),
  picks.map(({ predictedResult }) => predictedResult),
  picks.map(({ predictedHomeScore }) => predictedHomeScore ?? null),
  picks.map(({ predictedAwayScore }) => predictedAwayScore ?? null),
]

const predictionOf = (row: SavedRow, match: MatchRow, at: string): Prediction => ({
  id: row.id,
  userId: row.user_id,
  fixtureId: row.fixture_id,
  predictedResult: row.result,
  predictedHomeScore: row.home_score,
  predictedAwayScore: row.away_score,
  pointsEarned: null,
  verdict: null,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  revision: row.revision,
  fixture: fixtureOf(match, at),
})

interface BoardRow extends PersonRow {
  readonly id: number | null
  readonly points: number
  readonly exact: number
  readonly correct: number
  readonly settled: number
  readonly predictions: number
  readonly was: number | null
  readonly unlocked: number | null
}

const entryOf = (row: BoardRow, rank: number): LeaderboardEntry => ({
  id: row.id!,
  ...personOf(row),
  ranking: rank,
  totalPoints: row.points,
  exactScores: row.exact,
  correctPredictions: row.correct,
  settledPredictions: row.settled,
  totalPredictions: row.predictions,
  accuracy: accuracyOf(row.correct, row.settled),
  movement: row.was === null ? null : row.was - rank,
  achievementCount: row.unlocked ?? 0,
})

const club = (alias: string) =>
  `json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'shortName', ${alias}.short_name, 'code', ${alias}.code, 'logoUrl', null,
    'colours', json_build_object('field', ${alias}.field, 'band', ${alias}.band, 'letters', ${alias}.letters))`

const fixtureColumns = `f.id, f.season, f.gameweek, f.kickoff, f.cutoff, f.closed, f.status, f.started_at, f.home_score, f.away_score,
  f.awarded_result, f.by_hand, f.moved_at`
const matchColumns = `${fixtureColumns}, ${club('h')} as home, ${club('a')} as away`
const clubs = 'join plain.teams h on h.id = f.home_team_id join plain.teams a on a.id = f.away_team_id'

const entryColumns = `t.user_id as id, t.points, t.exact, t.correct, t.settled, t.predictions, p.username, p.display_name, p.profile_image,
  a.unlocked, s.rank as was`
const entryJoins = `left join plain.people p on p.id = t.user_id left join plain.achievement_counts a on a.user_id = t.user_id
  left join plain.rank_snapshots s on s.season = t.season and s.user_id = t.user_id
    and s.gameweek = (select baseline_gameweek from plain.seasons where season = $1)`

/** Stores picks of open matches, and updates the counts for the board. */
const storing = (onConflict: string) => `
  with saved as (
    insert into plain.predictions as p (user_id, fixture_id, result, home_score, away_score, created_at, updated_at)
    select $1::int, n.fixture_id, n.result, n.home_score, n.away_score, $2::timestamptz, $2::timestamptz
    from unnest($4::int[], $5::text[], $6::smallint[], $7::smallint[]) as n (fixture_id, result, home_score, away_score)
    join plain.fixtures f on f.id = n.fixture_id
    where f.status = 'scheduled' and not f.closed and f.started_at is null and f.cutoff > $2::timestamptz
    on conflict (fixture_id, user_id) do ${onConflict}
    returning p.*, (xmax = 0) as is_new
  ), counted as (
    insert into plain.totals as t (season, user_id, points, exact, correct, settled, predictions)
    select $3::text, $1::int, 0, 0, 0, 0, count(*) from saved where is_new having count(*) > 0
    on conflict (season, user_id) do update set predictions = t.predictions + excluded.predictions
    returning (xmax = 0) as is_new
  ), ranked as (
    insert into plain.histograms as h (season, gameweek, points, players) select $3::text, 0, 0, 1 from counted where is_new
    on conflict (season, gameweek, points) do update set players = h.players + 1
  )
  select * from saved`

const sql = {
  session: `select s.user_id as id, p.username, p.role from plain.sessions s join plain.people p on p.id = s.user_id
    where s.token_hash = $1 and s.expires_at > $2`,
  matches: `select ${matchColumns}, o.id as own_id, o.result as own_result, o.home_score as own_home, o.away_score as own_away,
      o.created_at as own_created, o.updated_at as own_updated, o.revision as own_revision
    from plain.fixtures f ${clubs} left join plain.predictions o on o.fixture_id = f.id and o.user_id = $2
    where f.id = any($1::int[])`,
  submit: storing('nothing'),
  save: storing(`update set result = excluded.result, home_score = excluded.home_score, away_score = excluded.away_score,
    updated_at = excluded.updated_at, revision = p.revision + 1`),
  board: `with page as (
      select * from plain.totals where season = $1 order by points desc, exact desc, accuracy desc, user_id limit LIMIT
    ) select ${entryColumns} from page t ${entryJoins} order by t.points desc, t.exact desc, t.accuracy desc, t.user_id`,
  standing: `select (select coalesce(sum(players), 0)::int from plain.histograms where season = $1 and gameweek = 0) as total, me.*
    from (select) one left join (
      select ${entryColumns}, 1 + (select coalesce(sum(players), 0)::int from plain.histograms
        where season = $1 and gameweek = 0 and points > t.points) as rank
      from plain.totals t ${entryJoins} where t.season = $1 and t.user_id = $2
    ) me on true`,
  fixtures: `select ${fixtureColumns}, f.home_team_id, f.away_team_id from plain.fixtures f
    where f.season = $1 order by f.gameweek, f.kickoff nulls last, f.id`,
  clubs: 'select * from plain.teams',
} as const
