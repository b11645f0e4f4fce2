import * as z from 'zod/mini'
import { Gameweek, Id, paged, Season } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { sentenceOf } from '../../contracts/sentences.ts'
import { onlyOneself, problemsOf, type Refusals, wrongField } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, type RouteResult, route, tagged } from '../../slice/route.ts'
import { asStored } from '../../slice/stored.ts'
import type { Fixture } from '../fixtures/contract.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { type PredictionOutcome, type Predictions, quotas } from './commands.ts'
import {
  GameweekPick,
  GameweekPickOutcome,
  GameweekPicks,
  Prediction,
  PredictionCreate,
  PredictionUpdate,
} from './contract.ts'
import type { Pick } from './events.ts'
import { createOwnPicks, fixtureOfPrediction, ownPredictions } from './queries.ts'

type Saved = Extract<PredictionOutcome, { ok: true }>
type Refusal = Extract<PredictionOutcome, { ok: false }>['rejected']

/** HTTP status and message of each rejection. */
const refusals: Refusals<Refusal> = {
  'fixture-not-found': [404, 'Fixture not found'],
  'prediction-not-found': [404, 'Prediction not found'],
  'already-predicted': [409, 'You have already predicted this match'],
  'prediction-period-ended': [409, 'Prediction period has ended'],
  'no-date': [409, 'This match has no date yet. Predictions open when it has one'],
  'fixture-cancelled': [409, 'This match has been cancelled'],
  'changed-elsewhere': [412, 'You have changed this prediction on another device'],
  'wrong-gameweek': [400, 'This match is not in that gameweek'],
}
const problemOf = problemsOf(refusals)
const ONLY_ONESELF = 'You can only predict for yourself'

const eventTypes = ['PredictionSubmitted', 'PredictionUpdated']

interface PredictionRouteDependencies {
  readonly seasons: Seasons
  readonly db: ReadDb
  readonly predictions: Predictions
  /** Returns fixtures by id, with their state at `at` (ISO 8601). */
  readonly fixturesOf: (ids: readonly number[], at: string) => Promise<ReadonlyMap<number, Fixture>>
}

/** Routes of a player's own predictions. They never return the predictions of other players (docs/threats.md T30). */
export function predictionRoutes({
  db,
  predictions,
  seasons,
  fixturesOf,
}: PredictionRouteDependencies): readonly RouteDefinition[] {
  const ownPicks = createOwnPicks(db)

  async function stored(outcome: Saved, userId: number, fixtureId: number, at: string): Promise<Prediction> {
    const [prediction] = await readBack([{ fixtureId, outcome }], userId, at)
    return prediction!
  }

  async function readBack(
    saved: readonly { fixtureId: number; outcome: Saved }[],
    userId: number,
    at: string,
  ): Promise<Prediction[]> {
    const ids = saved.map((each) => each.fixtureId)
    const [fixtures, own] = await Promise.all([fixturesOf(ids, at), ownPicks(userId, ids)])
    return saved.map(({ fixtureId, outcome: { predictionId: id, pick, revision } }) => {
      const known = { id, userId, fixtureId, ...picked(pick), revision }
      const fixture = fixtures.get(fixtureId)!
      const read = own.get(fixtureId)
      return asStored<Prediction>(read && { ...read, fixture }, known, (earlier) => ({
        ...{ pointsEarned: null, verdict: null, createdAt: at, updatedAt: at, fixture },
        ...earlier,
        ...known,
      }))
    })
  }

  return tagged('Predictions', [
    route({
      method: 'get',
      path: '/api/predictions',
      access: 'user',
      summary: 'The reader’s own predictions, newest first',
      query: z.object({ gameweek: z.optional(Gameweek), season: z.optional(Season), ...paged(PAGE.predictions) }),
      responses: { 200: z.array(Prediction) },
      problems: [404],
      isPaged: true,
      async handle({ query, user, context }) {
        const everything = query.gameweek === undefined && query.season === undefined
        const season = everything ? undefined : await seasons.resolve(query.season, context.at)
        if (season === null) return { body: [], total: 0 }
        const { predictions: page, total } = await ownPredictions(db, user.id, { ...query, season }, context.at)
        return { body: page, total }
      },
    }),
    route({
      method: 'post',
      path: '/api/predictions',
      access: 'user',
      summary: 'Predicts a match, once per match and until 5 minutes before kickoff',
      body: PredictionCreate,
      responses: { 201: Prediction },
      problems: [404, 409],
      consumes: [quotas.predictions],
      async handle({ body, user, context }) {
        onlyOneself(body.userId, user, ONLY_ONESELF)
        const { fixtureId } = body
        const outcome = await predictions.submit({ userId: user.id, fixtureId, pick: pickOf(body) }, context)
        if (!outcome.ok) throw problemOf(outcome.rejected)
        return {
          status: 201,
          body: () => stored(outcome, user.id, fixtureId, context.at),
          ...wrote([outcome], predictions),
        }
      },
    }),
    route({
      method: 'put',
      path: '/api/predictions/gameweek/:gameweek',
      access: 'user',
      summary: 'Submits or updates predictions for several matches of one gameweek; returns one outcome per match',
      params: z.object({ gameweek: Gameweek }),
      body: GameweekPicks,
      responses: { 200: z.array(GameweekPickOutcome) },
      problems: [],
      consumesItself: [quotas.predictions],
      async handle({ params, body, user, context, consume }) {
        onlyOneself(body.userId, user, ONLY_ONESELF)
        const items = checkItems(body.predictions, user.id)
        const valid = items.filter((item) => item.pick !== undefined)
        const outcomes = await predictions.saveMany(
          valid.map(({ fixtureId, pick, basedOn }) => ({ userId: user.id, fixtureId, pick: pick!, basedOn, context })),
          { gameweek: params.gameweek, consume: (amount) => consume(quotas.predictions, { amount }) },
        )
        const changes = outcomes.filter((outcome) => outcome.ok && outcome.position !== null).length
        const byFixture = new Map(valid.map((item, index) => [item, outcomes[index]!]))
        return {
          ...wrote(outcomes, predictions),
          changes,
          async body() {
            const saved = valid.flatMap((item) => {
              const outcome = byFixture.get(item)!
              return outcome.ok ? [{ fixtureId: item.fixtureId, outcome }] : []
            })
            const read = new Map((await readBack(saved, user.id, context.at)).map((each) => [each.fixtureId, each]))
            return items.map((item): GameweekPickOutcome => {
              const { fixtureId } = item
              const outcome = byFixture.get(item)
              if (outcome === undefined) return { fixtureId, status: item.status, detail: item.detail }
              if (outcome.ok)
                return { fixtureId, status: outcome.created ? 201 : 200, prediction: read.get(fixtureId)! }
              const [status, detail] = refusals[outcome.rejected]
              return { fixtureId, status, detail }
            })
          },
        }
      },
    }),
    route({
      method: 'put',
      path: '/api/predictions/:id',
      access: 'user',
      summary: 'Changes one of your own predictions until the cutoff of its match',
      params: z.object({ id: Id }),
      body: PredictionUpdate,
      responses: { 200: Prediction },
      problems: [404, 409],
      consumes: [quotas.predictions],
      async handle({ params, body, user, context }) {
        onlyOneself(body.userId, user, ONLY_ONESELF)
        const fixtureId = await fixtureOfPrediction(db, user.id, params.id)
        if (fixtureId === null) throw problemOf('prediction-not-found')
        if (body.fixtureId !== undefined && body.fixtureId !== fixtureId)
          throw wrongField('fixtureId', 'You cannot move a prediction to another match')
        const outcome = await predictions.update({ userId: user.id, fixtureId, pick: pickOf(body) }, context)
        if (!outcome.ok) throw problemOf(outcome.rejected)
        return { body: () => stored(outcome, user.id, fixtureId, context.at), ...wrote([outcome], predictions) }
      },
    }),
  ])
}

interface CheckedItem {
  readonly fixtureId: number
  /** Missing if the item is invalid. `status` and `detail` then describe the error. */
  readonly pick?: Pick
  readonly basedOn?: number | undefined
  readonly status: number
  readonly detail: string
}

/** Validates each pick separately. If a match is listed twice, its first pick counts. */
function checkItems(items: readonly { fixtureId: number; userId?: unknown }[], userId: number): CheckedItem[] {
  const seen = new Set<number>()
  return items.map((item) => {
    const { fixtureId, userId: named } = item
    if (typeof named === 'number') onlyOneself(named, { id: userId }, ONLY_ONESELF)
    const twice = seen.has(fixtureId)
    seen.add(fixtureId)
    if (twice) return { fixtureId, status: 400, detail: 'This match is in the list twice' }
    const parsed = z.safeParse(GameweekPick, item, { error: (issue) => sentenceOf(issue) })
    if (!parsed.success) return { fixtureId, status: 400, detail: parsed.error.issues[0]!.message }
    return { fixtureId, pick: pickOf(parsed.data), basedOn: parsed.data.basedOn, status: 200, detail: '' }
  })
}

function wrote(outcomes: readonly PredictionOutcome[], predictions: Predictions): { wrote?: RouteResult['wrote'] } {
  const position = predictions.lastOf(outcomes)
  return position === null ? {} : { wrote: { position, types: eventTypes } }
}

function pickOf({ predictedResult, predictedHomeScore: home, predictedAwayScore: away }: PredictionUpdate): Pick {
  return { result: predictedResult, score: home == null || away == null ? null : { home, away } }
}

const picked = ({ result, score }: Pick) => ({
  predictedResult: result,
  predictedHomeScore: score?.home ?? null,
  predictedAwayScore: score?.away ?? null,
})
