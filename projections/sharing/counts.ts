import { sql, type Transaction } from 'kysely'
import type { SharingTables } from './tables.ts'

/** What is counted of a share. */
export type Counted = 'views' | 'likes' | 'shares' | 'comments'

/** So many of a share on a day: more, or fewer. */
export interface Change {
  readonly share_id: number
  readonly day: string
  readonly n: number
}

type Day = { share_id: number; day: string } & Record<Counted, number>

/** What a batch changes in the counts of shares, day by day. */
export class Counts {
  private readonly days = new Map<string, Day>()

  /** Notes rows that came, or went (`sign` -1). */
  note(what: Counted, changes: readonly Change[], sign: 1 | -1 = 1): void {
    for (const { share_id, day, n } of changes) {
      const key = `${share_id} ${day}`
      const row = this.days.get(key) ?? { share_id, day, views: 0, likes: 0, shares: 0, comments: 0 }
      row[what] += sign * n
      this.days.set(key, row)
    }
  }

  /** Ids of the shares of which something else than views has changed. */
  touched(): number[] {
    const rows = [...this.days.values()].filter(({ likes, shares, comments }) => likes || shares || comments)
    return [...new Set(rows.map(({ share_id }) => share_id))]
  }

  /** Adds all to the days and to their shares. A day with nothing has no row, however it came to that. */
  async store(tx: Transaction<SharingTables>): Promise<void> {
    const rows = [...this.days.values()].filter((row) => row.views || row.likes || row.shares || row.comments)
    if (rows.length === 0) return
    const changes = JSON.stringify(rows)
    await sql`
      insert into share_days as d (share_id, day, views, likes, shares, comments)
      select c.* from jsonb_to_recordset(${changes}::jsonb)
        as c (share_id int, day text, views int, likes int, shares int, comments int)
      where exists (select from shares s where s.id = c.share_id)
      on conflict (share_id, day) do update set views = d.views + excluded.views, likes = d.likes + excluded.likes,
        shares = d.shares + excluded.shares, comments = d.comments + excluded.comments
    `.execute(tx)
    await sql`
      update shares s set views = s.views + c.views, likes = s.likes + c.likes,
        shares = s.shares + c.shares, comments = s.comments + c.comments
      from (
        select share_id, sum(views) as views, sum(likes) as likes, sum(shares) as shares, sum(comments) as comments
        from jsonb_to_recordset(${changes}::jsonb)
          as c (share_id int, day text, views int, likes int, shares int, comments int) group by share_id
      ) c where s.id = c.share_id
    `.execute(tx)
    if (!rows.some((row) => row.likes < 0 || row.shares < 0 || row.comments < 0)) return
    await sql`
      delete from share_days d using jsonb_to_recordset(${changes}::jsonb) as c (share_id int, day text)
      where d.share_id = c.share_id and d.day = c.day and d.views = 0 and d.likes = 0 and d.shares = 0 and d.comments = 0
    `.execute(tx)
  }
}
