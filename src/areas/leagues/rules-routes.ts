import * as z from 'zod/mini'
import { Id } from '../../contracts/common.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import { LeagueRules, RulesChange, RulesPreview, RulesPreviewQuery } from '../league-rules/contract.ts'
import { type Leagues, quotas } from './commands.ts'
import { leagueProblem } from './problems.ts'
import type { LeagueRulesPages, NextOf } from './rules-page.ts'
import { visibleLeague } from './visible.ts'

const byLeague = z.object({ id: Id })

interface RulesRouteDependencies {
  readonly db: ReadDb
  readonly leagues: Leagues
  readonly pages: LeagueRulesPages
}

/** Routes for the rules of a league. */
export function leagueRulesRoutes({ db, leagues, pages }: RulesRouteDependencies): readonly RouteDefinition[] {
  return tagged('Leagues', [
    route({
      method: 'get',
      path: '/api/leagues/:id/rules',
      access: 'user',
      summary: 'Returns the rules of a league and the reader’s jokers, to members or, for a public league, to anyone',
      params: byLeague,
      responses: { 200: LeagueRules },
      handle: async ({ params: { id }, user, context: { at } }) => ({
        body: await pages.about(await visibleLeague(db, id, user.id), user, at),
      }),
    }),
    route({
      method: 'put',
      path: '/api/leagues/:id/rules',
      access: 'user',
      summary: 'Changes the rules of a league from its next gameweek on and notifies the members; by its admin',
      params: byLeague,
      body: RulesChange,
      responses: { 200: LeagueRules },
      problems: [404, 409],
      consumes: [quotas.leagueRules],
      async handle({ params: { id }, body: { fromGameweek, ...rules }, user, context }) {
        const next = await pages.next(context.at)
        const outcome = await leagues.changeRules(id, { by: user.id, fromGameweek, rules }, next, context)
        if (!outcome.ok) throw changeProblem(outcome.rejected, fromGameweek, next)
        const stored = outcome.events.find((event) => 'fromGameweek' in event.data) as Parameters<typeof pages.about>[3]
        const body = async () => pages.about(await visibleLeague(db, id, user.id), user, context.at, stored)
        return { body, wrote: outcome }
      },
    }),
    route({
      method: 'delete',
      path: '/api/leagues/:id/rules',
      access: 'user',
      summary:
        'Takes back the rules that wait for the next gameweek and notifies the members; by the admin of the league',
      params: byLeague,
      responses: { 204: null },
      problems: [404, 409],
      consumes: [quotas.leagueRules],
      async handle({ params: { id }, user, context }) {
        const outcome = await leagues.withdrawRules(id, user.id, await pages.next(context.at), context)
        if (!outcome.ok) throw leagueProblem(outcome.rejected)
        return { status: 204, wrote: outcome }
      },
    }),
    route({
      method: 'get',
      path: '/api/leagues/:id/rules/preview',
      access: 'user',
      summary: 'Returns the points of the last settled gameweek by other rules, beside those that counted; for members',
      params: byLeague,
      query: RulesPreviewQuery,
      responses: { 200: RulesPreview },
      async handle({ params: { id }, query: { joker, ...rules }, user, context: { at } }) {
        const league = await visibleLeague(db, id, user.id)
        if (!league.is_member) throw leagueProblem('not-a-member')
        return { body: await pages.preview(league, user.id, { ...rules, joker: joker === 'true' }, at) }
      },
    }),
  ])
}

type ChangeRejection = Extract<Awaited<ReturnType<Leagues['changeRules']>>, { ok: false }>['rejected']

/** The problem of a change, with the gameweek from which the rules would hold. */
function changeProblem(code: ChangeRejection, fromGameweek: number, { next }: NextOf): HttpProblem {
  if (next === null || (code !== 'gameweek-has-begun' && code !== 'not-the-next-gameweek')) return leagueProblem(code)
  if (code === 'not-the-next-gameweek') return new HttpProblem(409, `New rules start with gameweek ${next.gameweek}.`)
  // The stream of the match may be ahead of the read model.
  const start = Math.max(next.gameweek, fromGameweek + 1)
  return new HttpProblem(
    409,
    `It is too late for gameweek ${fromGameweek}. These rules would start with gameweek ${start}.`,
  )
}
