import { type RawBuilder, sql } from 'kysely'
import type { Page } from '../../contracts/common.ts'
import { totalOf } from '../../kernel/total.ts'
import { authorOf, type PersonRow, personJson, personOf } from '../../slice/person.ts'
import { type ReadDb, wide } from '../../slice/read-models.ts'
import type { Report } from '../sharing/contract.ts'

interface Row extends Omit<Report, 'author' | 'user' | 'reportedBy'> {
  readonly author_id: number
  readonly author: PersonRow
  readonly reporter_id: number
  readonly reporter: PersonRow
  readonly total: number
}

/**
 * A page of the reports of messages, shares and comments that are not deleted, newest first, and their total number.
 */
export async function openReports(db: ReadDb, page: Page): Promise<{ body: Report[]; total: number }> {
  const { rows } = await reportRows(page).execute(db)
  const body = rows.map(({ author_id, author, reporter_id, reporter, total: _, ...report }) => ({
    ...report,
    author: author.username,
    user: authorOf({ user_id: author_id, ...author }),
    reportedBy: { id: reporter.username === null ? null : reporter_id, ...personOf(reporter) },
  }))
  return { body, total: await totalOf(rows, page, (first) => openReports(db, first)) }
}

/** The message, share or comment that a report is about; undefined for an unknown report. */
export async function subjectOf(db: ReadDb, kind: string, reportId: number): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select message_id as id from read.message_reports where ${kind} = 'message' and id = ${wide(reportId)}
    union all
    select coalesce(comment_id, share_id) from read.share_reports
    where ${kind} = case when comment_id is null then 'share' else 'comment' end and id = ${wide(reportId)}`.execute(db)
  return rows[0]?.id
}

/** Query for a page of the reports. */
export const reportRows = (page: Page): RawBuilder<Row> => sql`
    select r.kind || '-' || r.id as id, r.kind, r.subject_id as "subjectId", r.text, r.author_id, r.reporter_id, r.reason,
      json_build_object('name', r.place, 'link', r.link) as place, r.created_at as "createdAt", r.total,
      ${personJson('author')} as author, ${personJson('reporter')} as reporter from (
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
