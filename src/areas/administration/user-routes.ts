import * as z from 'zod/mini'
import { Id, paged } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { acceptedOr } from '../../slice/problem.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Accounts } from '../accounts/commands.ts'
import { drawPassword } from '../accounts/drawn-password.ts'
import { accountProblem } from '../accounts/problems.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import {
  AdministratorsAct,
  AdminUser,
  AdminUserQuery,
  AdminUserSummary,
  DeletionConsequences,
  DeletionReason,
  NewPassword,
  PublicUser,
  PublicUserQuery,
  ResetOrder,
  RoleChange,
} from './contract.ts'
import { listActs } from './log.ts'
import { consequencesQuery, createUserList, publicOf, type UserListDependencies } from './users.ts'

interface Dependencies extends UserListDependencies {
  readonly seasons: Seasons
  readonly accounts: Pick<Accounts, 'changeRole' | 'deleteUser' | 'setPassword'>
}

const accepted = acceptedOr(accountProblem)

const params = z.object({ userId: Id })
const problems = [404, 409]

/** Routes for lists of users, user administration and the administrators' log. */
export function userRoutes({ db, seasons, accounts, passed }: Dependencies): readonly RouteDefinition[] {
  const list = createUserList({ db, passed })

  return tagged('Administration', [
    route({
      method: 'get',
      path: '/api/admin/users',
      access: 'admin',
      summary:
        'All users, sorted by rank by default. `search`: up to 500 with this beginning of the name, or `#17`. Users without a prediction count as 0 and come after those with one',
      query: AdminUserQuery,
      responses: { 200: z.array(AdminUser) },
      isPaged: true,
      handle: async ({ query, context }) => list.page(await seasons.resolve(undefined, context.at), query),
    }),
    route({
      method: 'get',
      path: '/api/admin/users/summary',
      access: 'admin',
      summary: 'Number of users, and their results in the current season',
      responses: { 200: AdminUserSummary },
      async handle({ context }) {
        return { body: await list.summary(await seasons.resolve(undefined, context.at)) }
      },
    }),
    route({
      method: 'get',
      path: '/api/admin/users/:userId/consequences',
      access: 'admin',
      summary: 'Data that is deleted with a user',
      params,
      responses: { 200: DeletionConsequences },
      async handle({ params: { userId }, context }) {
        const season = await seasons.resolve(undefined, context.at)
        const { rows } = await consequencesQuery(season, userId).execute(db)
        if (!rows[0]) throw accountProblem('no-such-account')
        return { body: rows[0] }
      },
    }),
    route({
      method: 'patch',
      path: '/api/admin/users/:userId/role',
      access: 'admin',
      summary: 'Changes a user’s role and ends their sessions',
      params,
      body: RoleChange,
      responses: { 200: AdminUser },
      problems,
      async handle({ params: { userId }, body: { role }, context }) {
        const wrote = accepted(await accounts.changeRole(userId, role, context))
        const body = async () => {
          const user = await list.byId(await seasons.resolve(undefined, context.at), userId)
          if (!user) throw accountProblem('no-such-account')
          // The read model may lag; the role was just changed in the log.
          return { ...user, role }
        }
        return { body, wrote }
      },
    }),
    route({
      method: 'delete',
      path: '/api/admin/users/:userId',
      access: 'admin',
      summary: 'Deletes a user and their data; `reason` is recorded in the log',
      params,
      query: z.object({ reason: z.optional(DeletionReason) }),
      responses: { 204: null },
      problems,
      handle: async ({ params: { userId }, query: { reason }, context }) => ({
        status: 204,
        wrote: accepted(await accounts.deleteUser(userId, context, { why: reason })),
      }),
    }),
    route({
      method: 'post',
      path: '/api/admin/users/:userId/reset-password',
      access: 'admin',
      summary: 'Sets a new password for a user, returns it once, and ends their sessions. Ignores an `Idempotency-Key`',
      params,
      body: ResetOrder,
      responses: { 200: NewPassword },
      problems,
      isSecret: true,
      async handle({ params: { userId }, body: { reason }, context }) {
        const newPassword = drawPassword()
        const wrote = accepted(await accounts.setPassword(userId, newPassword, 'admin', context, { reason }))
        return { body: { newPassword }, wrote }
      },
    }),
    route({
      method: 'get',
      path: '/api/admin/log',
      access: 'admin',
      summary: 'Actions of administrators, newest first',
      query: z.object(paged(PAGE.administratorsLog)),
      responses: { 200: z.array(AdministratorsAct) },
      isPaged: true,
      handle: ({ query }) => listActs(db, query),
    }),
    route({
      method: 'get',
      path: '/api/users',
      access: 'user',
      summary: 'All users by name, with their public data; `search`: those with this beginning of the name',
      tag: 'Players',
      query: PublicUserQuery,
      responses: { 200: z.array(PublicUser) },
      isPaged: true,
      async handle({ query, context }) {
        const season = await seasons.resolve(undefined, context.at)
        const { body, total } = await list.page(season, { ...query, sort: 'username', order: 'asc' })
        return { body: body.map(publicOf), total }
      },
    }),
  ])
}
