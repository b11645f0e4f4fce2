import * as z from 'zod/mini'
import { Id, Joining, paged, pageOf, Season } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { acceptedOr, HttpProblem, onlyOneself, problemsOf, type Refusals, wrongField } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { asStored, existing } from '../../slice/stored.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { CalendarMatch } from './calendar.ts'
import { type Competitions, quotas } from './commands.ts'
import type { CompetitionRefusal } from './competition-decider.ts'
import type { KnownCompetition } from './competition-state.ts'
import { Competition, CompetitionCreate, CompetitionDetail, JoinMany, JoinOutcome } from './contract.ts'
import { createCompetitionQueries, statusOf } from './queries.ts'

/** Status and title of each refusal. */
const refusals: Refusals<CompetitionRefusal> = {
  'no-such-competition': [404, 'Competition not found'],
  ended: [409, 'Competition Ended'],
  'already-in': [409, 'You are already participating in this competition'],
  started: [409, 'This competition has kicked off, so its line-up is set'],
  full: [409, 'Full'],
}
const problemOf = problemsOf(refusals)

const accepted = acceptedOr(problemOf)

const params = z.object({ id: Id })
const ONLY_ONESELF = 'You can only join yourself'

/** Routes: list, detail with standings and rounds, join, and creation by an administrator. */
export function competitionRoutes({
  db,
  competitions,
  passed,
  seasons,
}: {
  readonly seasons: Seasons
  readonly db: ReadDb
  readonly competitions: Competitions
  /** Log position of a projection group on this node. */
  passed(group: string): string | null
}): readonly RouteDefinition[] {
  const queries = createCompetitionQueries({ db, passed })

  async function found<T>(competition: Promise<T | null>): Promise<T> {
    const there = await competition
    if (there === null) throw problemOf('no-such-competition')
    return there
  }

  return tagged('Competitions', [
    route({
      method: 'get',
      path: '/api/competitions',
      access: 'user',
      summary: 'Lists the competitions of a season by start date, each with its first three players',
      query: z.object({ season: z.optional(Season), ...paged(PAGE.competitions) }),
      responses: { 200: z.array(Competition) },
      problems: [404],
      isPaged: true,
      async handle({ query, user, context }) {
        const season = await seasons.resolve(query.season, context.at)
        const all = season === null ? [] : await queries.list(season, user.id, context.at)
        return { body: pageOf(all, query), total: all.length }
      },
    }),
    route({
      method: 'get',
      path: '/api/competitions/:id',
      access: 'user',
      summary:
        'Returns a competition with a page of its standings, the reader’s own row, and the rounds of a cup or knockout',
      params,
      query: z.object(paged(PAGE.standings)),
      responses: { 200: CompetitionDetail },
      handle: async ({ params: { id }, query, user, context }) => ({
        body: await found(queries.detail(id, user.id, query, context.at)),
      }),
    }),
    route({
      method: 'post',
      path: '/api/competitions/:id/join',
      access: 'user',
      summary: 'Joins a competition before its end, a cup or knockout before its start',
      params,
      body: Joining,
      responses: { 200: Competition },
      problems: [404, 409],
      consumes: [quotas.competitionJoins],
      async handle({ params: { id }, body, user, context }) {
        onlyOneself(body.userId, user, ONLY_ONESELF)
        const outcome = accepted(await competitions.join(id, user.id, context))
        const { roster } = existing(outcome.state)
        const joined = async (): Promise<Competition> => {
          const read = await found(queries.one(id, user.id, context.at))
          const knows = { isParticipant: true }
          return asStored(read, knows, () => ({ ...read, ...knows, participantCount: roster.count }))
        }
        return { body: joined, wrote: outcome }
      },
    }),
    route({
      method: 'post',
      path: '/api/competitions/join',
      access: 'user',
      summary: 'Joins several competitions at once; returns one outcome per competition',
      body: JoinMany,
      responses: { 200: z.array(JoinOutcome) },
      consumesItself: [quotas.competitionJoins],
      async handle({ body, user, context, consume }) {
        onlyOneself(body.userId, user, ONLY_ONESELF)
        const { competitionIds } = body
        await consume(quotas.competitionJoins, { amount: competitionIds.length })
        const { outcomes, wrote, joined } = await competitions.joinMany(competitionIds, user.id, context)
        return {
          wrote,
          changes: joined,
          body: competitionIds.map((competitionId, index): JoinOutcome => {
            const outcome = outcomes[index]!
            if (outcome.ok) return { competitionId, status: 200 }
            const [status, detail] = refusals[outcome.rejected]
            return { competitionId, status, detail }
          }),
        }
      },
    }),
    route({
      method: 'post',
      path: '/api/competitions',
      access: 'admin',
      summary:
        'Creates a competition of the current season, by dates, or for a weekly, cup or knockout by gameweeks. Dates select the gameweeks that begin between them',
      body: CompetitionCreate,
      responses: { 201: Competition },
      problems: [409],
      async handle({ body, user, context }) {
        const season = await seasons.resolve(undefined, context.at)
        if (season === null) throw new HttpProblem(409, 'There is no season yet')
        const { type: kind, name, prizePool } = body
        const wanted = { season, kind, name, prizePool, ...optional(body) }
        const outcome = await competitions.create(wanted, await calendarOf(db, season), context)
        if ('flaw' in outcome) throw wrongField(outcome.flaw.path, outcome.flaw.message)
        const state = existing(accepted(outcome).state)
        const created = async (): Promise<Competition> =>
          asStored(await queries.one(state.competitionId, user.id, context.at), {}, () =>
            freshCompetition(state, wanted.description, context.at),
          )
        return { status: 201, body: created, wrote: accepted(outcome) }
      },
    }),
  ])
}

function optional({
  description,
  startDate,
  endDate,
  firstGameweek,
  lastGameweek,
  maxParticipants,
}: CompetitionCreate) {
  return {
    description: description || null,
    startDate: startDate ?? null,
    endDate: endDate ?? null,
    firstGameweek: firstGameweek ?? null,
    lastGameweek: lastGameweek ?? null,
    maxParticipants: maxParticipants ?? null,
  }
}

/** A new competition from the state of its command, for answers before its projection. */
function freshCompetition(
  {
    competitionId: id,
    season,
    kind: type,
    name,
    window,
    startDate,
    endDate,
    prizePool,
    maxParticipants,
  }: KnownCompetition,
  description: string | null,
  at: string,
): Competition {
  const [firstGameweek, lastGameweek] = window.by === 'gameweek' ? [window.from, window.to] : [null, null]
  const status = statusOf({ start_date: startDate, end_date: endDate, ended_at: null, has_begun: false }, at)
  return {
    ...{ id, season, name, description, type, status, startDate, endDate, firstGameweek, lastGameweek },
    ...{ prizePool, maxParticipants, participantCount: 0, isDrawn: false, isParticipant: false, participants: [] },
  }
}

async function calendarOf(db: ReadDb, season: string): Promise<CalendarMatch[]> {
  const rows = await db
    .selectFrom('read.fixtures')
    .select(['id', 'gameweek', 'kickoff'])
    .where('season', '=', season)
    .execute()
  return rows.map(({ kickoff, ...match }) => ({ ...match, kickoff: kickoff === null ? null : Date.parse(kickoff) }))
}
