import * as z from 'zod/mini'
import { paged } from '../../contracts/common.ts'
import { PAGE } from '../../contracts/pages.ts'
import { HttpProblem } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Chat } from '../chat/commands.ts'
import type { Sharing } from '../sharing/commands.ts'
import { Report } from '../sharing/contract.ts'
import { openReports, subjectOf } from './reports.ts'

interface ReportRouteDependencies {
  readonly db: ReadDb
  readonly chat: Pick<Chat, 'dismiss'>
  readonly sharing: Pick<Sharing, 'dismiss' | 'dismissOfComment'>
}

/** Routes for reports by players. */
export function reportRoutes({ db, chat, sharing }: ReportRouteDependencies): RouteDefinition[] {
  const dismissals = { message: chat.dismiss, share: sharing.dismiss, comment: sharing.dismissOfComment }

  return tagged('Administration', [
    route({
      method: 'get',
      path: '/api/admin/reports',
      access: 'admin',
      summary: 'Reports that are not dismissed, of messages, shares and comments that are not deleted, newest first',
      query: z.object(paged(PAGE.reports)),
      responses: { 200: z.array(Report) },
      isPaged: true,
      handle: ({ query }) => openReports(db, query),
    }),
    route({
      method: 'delete',
      path: '/api/admin/reports/:id',
      access: 'admin',
      summary: 'Dismisses a report. Its message, share or comment stays, and may be reported again',
      params: z.object({ id: z.string().check(z.regex(/^(message|share|comment)-\d{1,15}$/)) }),
      responses: { 204: null },
      async handle({ params, context }) {
        const [kind, number] = params.id.split('-') as [keyof typeof dismissals, string]
        const subject = await subjectOf(db, kind, Number(number))
        const outcome = subject === undefined ? null : await dismissals[kind](subject, Number(number), context)
        if (!outcome?.ok) throw new HttpProblem(404, 'Report not found')
        return { status: 204, wrote: outcome }
      },
    }),
  ])
}
