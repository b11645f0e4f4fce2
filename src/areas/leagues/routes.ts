import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { Gameweek, Id, Joining, paged, pageOf, Season } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { personNamed } from '../../slice/person.ts'
import { HttpProblem, onlyOneself, tooMany } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, type RouteResult, route, type SessionUser, tagged } from '../../slice/route.ts'
import { asStored, existing } from '../../slice/stored.ts'
import { onePeriod, pastQuery, RankHistory } from '../boards/contract.ts'
import { createPastBoards } from '../boards/queries.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import { type Leagues, quotas } from './commands.ts'
import {
  JoinByCode,
  League,
  LeagueCreate,
  LeagueDetail,
  LeagueInvitation,
  LeaguePatch,
  LeaguePicks,
  LeagueStatistics,
  PastLeague,
} from './contract.ts'
import { picksOf } from './gameweek-picks.ts'
import type { LeagueState } from './league-decider.ts'
import { createLeagueRanks } from './league-ranks.ts'
import { leagueProblem } from './problems.ts'
import {
  anyLeague,
  invitationTo,
  leagueOf,
  ownLeagues,
  ownLeaguesIn,
  publicLeagues,
  type SeenLeague,
} from './queries.ts'
import { leagueRanks } from './rank-history.ts'
import { createStandings } from './standings.ts'
import { createStatistics } from './statistics.ts'
import { visibleLeague } from './visible.ts'

type Outcome = Awaited<ReturnType<Leagues['joinByCode']>>

const FEATURED = 3
const byId = z.object({ id: Id })

/** Routes for lists, the league page, statistics, and actions of members and admins. */
export function leagueRoutes({
  db,
  leagues,
  seasons,
  passed,
  lastMessageAt,
}: {
  readonly seasons: Seasons
  readonly db: ReadDb
  readonly leagues: Leagues
  /** Log position that a projection group has reached, as known to this node. */
  passed(group: string): string | null
  /** SQL for the time of the newest message in the chat of a league `l`. */
  readonly lastMessageAt: RawBuilder<string | null>
}): readonly RouteDefinition[] {
  const standings = createStandings({ db })
  const past = createPastBoards({ db, passed })
  const ranks = createLeagueRanks({ db })
  const statistics = createStatistics({ db, standings })

  /** The league from the read model, or from the command’s state while it lags. The user is a member. */
  async function storedLeague(state: LeagueState, user: SessionUser, at: string): Promise<League> {
    const { leagueId: id, name, description, type, creatorId, adminId, joinCode, members, rules } = existing(state)
    const hasOwnRules = rules.length > 0
    const known = { id, name, description, type, creatorId, adminId, joinCode, isMember: true, hasOwnRules }
    const row = await anyLeague(db, id, user.id)
    return asStored<League>(row && leagueOf(row), known, (earlier) => {
      const creator = earlier?.creator ?? personNamed(creatorId === user.id ? user.username : null)
      return { ...known, creator, memberCount: members.length, status: 'active', createdAt: earlier?.createdAt ?? at }
    })
  }

  const resultOf = (received: Outcome, user: SessionUser, at: string, status = 200): RouteResult => {
    const outcome = accepted(received, at)
    return { status, body: () => storedLeague(outcome.state, user, at), wrote: outcome }
  }

  return tagged('Leagues', [
    route({
      method: 'get',
      path: '/api/leagues',
      access: 'user',
      summary: 'Lists public leagues, most members first; the first page also has the reader’s latest hundred leagues',
      query: z.object(paged(PAGE.ownLeagues)),
      responses: { 200: z.array(League) },
      async handle({ user, query }) {
        if (query.offset > 0) return { body: await publicLeagues(db, user.id, query) }
        const [own, open] = await Promise.all([
          ownLeagues(db, user.id, { limit: PAGE.ownLeagues, offset: 0 }),
          publicLeagues(db, user.id, query),
        ])
        return { body: [...own.body, ...open.filter((league) => !league.isMember)] }
      },
    }),
    route({
      method: 'get',
      path: '/api/leagues/featured',
      access: 'user',
      summary: 'Lists the three public leagues with most members',
      responses: { 200: z.array(League) },
      handle: async ({ user }) => ({ body: await publicLeagues(db, user.id, { limit: FEATURED, offset: 0 }) }),
    }),
    route({
      method: 'get',
      path: '/api/user/leagues',
      access: 'user',
      summary: 'Lists the reader’s leagues, latest joined first; `standing=true`: with their rank and points in each',
      query: z.object({ standing: z.optional(z.enum(['true', 'false'])), ...paged(PAGE.ownLeagues) }),
      responses: { 200: z.array(League) },
      isPaged: true,
      async handle({ user, query, context }) {
        if (query.standing !== 'true') return ownLeagues(db, user.id, query)
        const season = await seasons.resolve(undefined, context.at)
        const { rows, total } = await ownLeaguesIn(db, user.id, query, season)
        const standings = await ranks.rankings(
          rows.map((row) => ({ ...row, userId: user.id })),
          season,
        )
        return { body: rows.map((row, index) => ({ ...leagueOf(row), standing: standings[index] })), total }
      },
    }),
    route({
      method: 'post',
      path: '/api/leagues',
      access: 'user',
      summary: 'Creates a league with its creator as admin and first member; at most 20 a day',
      body: LeagueCreate,
      responses: { 201: League },
      consumes: [quotas.leagueFoundings],
      async handle({ body, user, context }) {
        if (body.creatorId !== undefined && body.creatorId !== user.id)
          throw new HttpProblem(403, 'You can only create a league for yourself')
        const settings = { name: body.name, description: body.description || null, type: body.type }
        return resultOf(await leagues.create(settings, user.id, context), user, context.at, 201)
      },
    }),
    route({
      method: 'post',
      path: '/api/leagues/join-code',
      access: 'user',
      summary: 'Joins a league by its code; at most ten wrong codes an hour and five joins and leaves of one league',
      body: JoinByCode,
      responses: { 200: League },
      problems: [404, 409],
      consumes: [quotas.memberships],
      consumesItself: [quotas.membershipsOfOneLeague],
      async handle({ body, user, context, ip, consume }) {
        onlyOneself(body.userId, user, 'You can only join yourself')
        const consumeQuota = (of: number) => consume(quotas.membershipsOfOneLeague, { of })
        const outcome = await leagues.joinByCode({ userId: user.id, ip, code: body.joinCode, consumeQuota }, context)
        return resultOf(outcome, user, context.at)
      },
    }),
    route({
      method: 'get',
      path: '/api/join/:code',
      access: 'public',
      summary: 'Returns the league of an invitation link; at most ten wrong codes an hour',
      params: z.object({ code: JoinByCode.shape.joinCode }),
      responses: { 200: LeagueInvitation },
      async handle({ params: { code }, user, context: { at }, ip }) {
        const found = await leagues.findByCode({ userId: user?.id ?? null, ip, code }, at)
        if (!found.ok) throw refusalOf(found, at)
        const body = await invitationTo(db, found.leagueId, user?.id ?? 0)
        if (!body) throw leagueProblem('no-such-code')
        return { body }
      },
    }),
    route({
      method: 'post',
      path: '/api/leagues/:id/join',
      access: 'user',
      summary: 'Joins a public league; at most five joins and leaves of one league an hour',
      params: byId,
      body: Joining,
      responses: { 200: League },
      problems: [404, 409],
      consumes: [quotas.memberships],
      consumesItself: [quotas.membershipsOfOneLeague],
      async handle({ params, body, user, context, consume }) {
        onlyOneself(body.userId, user, 'You can only join yourself')
        await consume(quotas.membershipsOfOneLeague, { of: params.id })
        return resultOf(await leagues.joinByClick(params.id, user.id, context), user, context.at)
      },
    }),
    route({
      method: 'get',
      path: '/api/leagues/:id',
      access: 'user',
      summary:
        'Returns the league page with standings of the season or a gameweek, to members or, for a public league, to anyone. ' +
        '`recent=true`: with points of the five gameweeks up to the latest one; `asOf`: the standings of the season after a settled ' +
        'gameweek, as published then or with later corrections (`view`), and what has changed',
      params: byId,
      query: z
        .object({
          gameweek: z.optional(Gameweek),
          recent: z.optional(z.enum(['true', 'false'])),
          season: z.optional(Season),
          ...pastQuery,
          ...paged(PAGE.standings),
        })
        .check(onePeriod),
      responses: { 200: z.union([LeagueDetail, PastLeague]) },
      async handle({ params, query, user, context }) {
        const league = await visibleLeague(db, params.id, user.id)
        const season = await seasons.resolve(query.season, context.at)
        const { asOf } = query
        if (asOf !== undefined)
          return { body: { ...leagueOf(league), ...(await past.league(league, user.id, { ...query, asOf }, season)) } }
        const gameweek = query.gameweek ?? null
        const latestGameweek = season === null ? null : await seasons.latestGameweek(season, context.at)
        const recent = query.recent === 'true' ? latestGameweek : null
        const page = await standings.page(league, { season, gameweek }, { ...query, recent }, user.id)
        return { body: { ...leagueOf(league), gameweek, latestGameweek, ...page } }
      },
    }),
    route({
      method: 'get',
      path: '/api/leagues/:id/picks',
      access: 'user',
      summary: 'Returns the revealed picks of a gameweek, a page of members by its points; for members of the league',
      params: byId,
      query: z.object({ gameweek: Gameweek, season: z.optional(Season), ...paged(PAGE.standings) }),
      responses: { 200: LeaguePicks },
      async handle({ params, query: { gameweek, limit, offset, season: named }, user, context: { at } }) {
        const league = await visibleLeague(db, params.id, user.id)
        if (!league.is_member) throw leagueProblem('not-a-member')
        const season = await seasons.resolve(named, at)
        if (season === null) return { body: { gameweek, fixtures: [], rows: [], me: null } }
        const page = { gameweek, limit, offset, season, at }
        return { body: await picksOf(db, { ...page, league, reader: user.id }) }
      },
    }),
    route({
      method: 'get',
      path: '/api/leagues/:id/ranks',
      access: 'user',
      summary:
        'Returns ranks in the league after each settled gameweek, of the reader and the best two others; none above 200 members',
      params: byId,
      query: z.object({ season: z.optional(Season) }),
      responses: { 200: RankHistory },
      async handle({ params, query, user, context: { at } }) {
        const league = await visibleLeague(db, params.id, user.id)
        return { body: await leagueRanks(db, league, await seasons.resolve(query.season, at), user.id) }
      },
    }),
    route({
      method: 'patch',
      path: '/api/leagues/:id',
      access: 'user',
      summary: 'Changes name, description, type or admin of a league; by its admin',
      params: byId,
      body: LeaguePatch,
      responses: { 200: League },
      consumes: [quotas.leagueChanges],
      async handle({ params, body: { adminId, ...changes }, user, context }) {
        const settings = {
          ...(changes.name === undefined ? {} : { name: changes.name }),
          ...(changes.description === undefined ? {} : { description: changes.description || null }),
          ...(changes.type === undefined ? {} : { type: changes.type }),
        }
        const outcome = await leagues.change(params.id, { by: user.id, settings, adminId }, context)
        return resultOf(outcome, user, context.at)
      },
    }),
    route({
      method: 'post',
      path: '/api/leagues/:id/join-code',
      access: 'user',
      summary: 'Replaces the join code of a league; by its admin',
      params: byId,
      responses: { 200: League },
      consumes: [quotas.leagueChanges],
      handle: async ({ params, user, context }) =>
        resultOf(await leagues.changeCode(params.id, user.id, context), user, context.at),
    }),
    route({
      method: 'delete',
      path: '/api/leagues/:id/members/:userId',
      access: 'user',
      summary: 'Leaves a league, or removes a member as its admin',
      params: z.object({ id: Id, userId: Id }),
      responses: { 204: null },
      consumesItself: [quotas.memberships, quotas.membershipsOfOneLeague, quotas.removals],
      async handle({ params, user, context, consume }) {
        if (params.userId === user.id) {
          await consume(quotas.memberships)
          await consume(quotas.membershipsOfOneLeague, { of: params.id })
        } else await consume(quotas.removals)
        const outcome = await leagues.end(params.id, params.userId, user.id, context)
        return { status: 204, wrote: accepted(outcome, context.at) }
      },
    }),
    route({
      method: 'get',
      path: '/api/leagues/:id/statistics',
      access: 'user',
      summary:
        'Returns statistics of a league with a page of its members, to members or, for a public league, to anyone',
      params: byId,
      query: z.object(paged(PAGE.leagueMembers)),
      responses: { 200: LeagueStatistics },
      async handle({ params, query, user, context }) {
        const more = sql`, ${lastMessageAt} as last_message_at`
        const league = await visibleLeague<SeenLeague & { last_message_at: string | null }>(
          db,
          params.id,
          user.id,
          more,
        )
        const season = await seasons.resolve(undefined, context.at)
        const { members, ...rest } = await statistics(league, season, context.at)
        return { body: { ...rest, members: pageOf(members, query) } }
      },
    }),
  ])
}

function accepted(outcome: Outcome, at: string): Extract<Outcome, { ok: true }> {
  if (outcome.ok) return outcome
  throw refusalOf(outcome, at)
}

const refusalOf = (outcome: Extract<Outcome, { ok: false }>, at: string): HttpProblem =>
  outcome.rejected === 'too-many-codes'
    ? tooMany('Too many wrong join codes.', outcome.until, at)
    : leagueProblem(outcome.rejected)
