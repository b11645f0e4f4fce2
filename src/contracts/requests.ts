import * as z from 'zod/mini'
import { Id } from './common.ts'

/** Query of a page before an entry; without it, of the latest. */
export const PageBefore = z.object({
  before: z.optional(Id),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
})

/** `POST …/report` of a message, share or comment. */
export const ReportPost = z.object({ reason: z.optional(z.string().check(z.trim(), z.maxLength(500))) })
