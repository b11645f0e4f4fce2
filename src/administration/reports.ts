import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../contracts/common.ts'
import type { Report } from '../contracts/sharing.ts'
import { totalOf } from '../kernel/total.ts'
import { authorOf, type PersonRow, personJson, personOf } from '../slice/person.ts'
import type { ReadDb } from '../slice/read-models.ts'

interface Row {
  readonly kind: Report['kind']
  readonly id: number
  readonly subject_id: number
  readonly text: string
  readonly author_id: number
  readonly author: PersonRow
  readonly place: string
  readonly link: string | null
  readonly reporter_id: number
  readonly reporter: PersonRow
  readonly reason: string | null
  readonly created_at: string
  readonly total: number
}

/** A page of the reports of messages, shares and comments that still stand, newest first, and how many there are. */
export async function openReports(db: ReadDb, page: Page): Promise<{ reports: Report[]; total: number }> {
  const { rows } = await reportRows(page).execute(db)
  const total = await totalOf(rows, page, (first) => openReports(db, first))
  const reports = rows.map((row) => ({
    id: `${row.kind}-${row.id}`,
    kind: row.kind,
    subjectId: row.subject_id,
    text: row.text,
    author: row.author.username,
    user: authorOf({ user_id: row.author_id, ...row.author }),
    place: { name: row.place, link: row.link },
    reportedBy: { id: row.reporter.username === null ? null : row.reporter_id, ...personOf(row.reporter) },
    reason: row.reason,
    createdAt: row.created_at,
  }))
  return { reports, total }
}

/** A page of the reports, as a query. */
export const reportRows = (page: Page): RawBuilder<Row> => sql`
    select r.*, ${personJson('author')} as author, ${personJson('reporter')} as reporter from (
      select all_reports.*, count(*) over ()::int as total from (
        select 'message' as kind, r.id, m.id as subject_id, m.content as text, m.user_id as author_id,
          coalesce(l.name, c.name, m.room_kind || ' ' || m.room_id) as place,
          case when m.room_kind = 'competition' then '/competitions/' || m.room_id end as link,
          r.reporter_id, r.reason, r.created_at
        from read.message_reports r join read.messages m on m.id = r.message_id and not m.is_deleted
        left join read.leagues l on m.room_kind = 'league' and l.id = m.room_id
        left join read.competitions c on m.room_kind = 'competition' and c.id = m.room_id
        union all
        select case when c.id is null then 'share' else 'comment' end, r.id, coalesce(c.id, s.id),
          coalesce(c.content, concat_ws(E'\\n', s.title, s.description)), coalesce(c.user_id, s.user_id), s.title,
          '/shared/' || s.token, r.reporter_id, r.reason, r.created_at
        from read.share_reports r join read.shares s on s.id = r.share_id
        left join read.share_comments c on c.id = r.comment_id
      ) all_reports order by created_at desc, kind, id desc limit ${page.limit} offset ${page.offset}
    ) r
    left join read.people author on author.id = r.author_id
    left join read.people reporter on reporter.id = r.reporter_id
    order by r.created_at desc, r.kind, r.id desc`
