import { type RawBuilder, sql } from 'kysely'
import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { ViewsOfShare } from './events.ts'
import { viewsStream } from './streams.ts'
import { viewsDecider } from './views-decider.ts'

/** Who looks at a share: a player, or whoever is at an address. */
export type Viewer = { readonly userId: number } | { readonly address: string }

export type Views = ReturnType<typeof createViews>

interface ViewsDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  /** A keyed hash (docs/threats.md T48: no address is kept). */
  readonly hash: (text: string) => string
}

/** Shares that one event tells of. */
const MOST_SHARES = 500
const DAY_MS = 86_400_000

interface Unlogged extends ViewsOfShare {
  readonly day: string
}

/** What the log does not know yet, as a query. */
export const unloggedRows = (): RawBuilder<Unlogged> => sql`
  select share_id as "shareId", day, views from app.share_views where views > logged order by day, share_id limit ${MOST_SHARES}`

/**
 * Counts views, each viewer once a day (docs/threats.md T47). The table decides at once and over all nodes; the log is told of a minute's views
 * by one event, however many they were (docs/decisions/0029).
 */
export function createViews({ db, handler, hash }: ViewsDependencies) {
  const keyOf = (viewer: Viewer, day: string): string =>
    hash('userId' in viewer ? `${day} player ${viewer.userId}` : `${day} address ${viewer.address}`)

  return {
    /**
     * What counts somebody's view of the shares of a select `page` (`share_id`), the day's first and never the owner's: further parts of a
     * statement that begins with `page`. `viewed` then has a row for each that counted.
     */
    noting(viewer: Viewer, at: string): RawBuilder<unknown> {
      const day = dayOf(at)
      const ownerId = 'userId' in viewer ? viewer.userId : null
      return sql`
        first_views as (
          insert into app.share_viewers (share_id, day, viewer)
          select s.id, ${day}, ${keyOf(viewer, day)} from page join read.shares s on s.id = page.share_id
          where s.user_id is distinct from ${ownerId}::int
          on conflict do nothing returning share_id, day
        ), viewed as (
          insert into app.share_views as v (share_id, day, views) select share_id, day, 1 from first_views
          on conflict (share_id, day) do update set views = v.views + 1 returning share_id
        )`
    },

    /** Whether somebody has opened a share on this day or the one before. */
    async hasSeen(shareId: number, viewer: Viewer, at: string): Promise<boolean> {
      const days = [dayOf(at), dayOf(new Date(Date.parse(at) - DAY_MS).toISOString())]
      const { rows } = await sql`
        select from app.share_viewers where share_id = ${shareId}
          and (day, viewer) in (${sql.join(days.map((day) => sql`(${day}, ${keyOf(viewer, day)})`))})
      `.execute(db)
      return rows.length > 0
    },

    /** Tells the log of what it does not know, and forgets the viewers of days that are over. */
    async flush(context: CommandContext): Promise<void> {
      for (;;) {
        const { rows: some } = await unloggedRows().execute(db)
        for (const [day, shares] of Map.groupBy(some, (each) => each.day)) {
          const counted = shares.map(({ shareId, views: n }) => ({ shareId, views: n }))
          await handler.handle(viewsDecider, viewsStream(day), { day, shares: counted }, context)
          await sql`
            update app.share_views v set logged = greatest(v.logged, r.views)
            from jsonb_to_recordset(${JSON.stringify(counted)}::jsonb) as r ("shareId" int, views int)
            where v.share_id = r."shareId" and v.day = ${day}
          `.execute(db)
        }
        if (some.length < MOST_SHARES) break
      }
      const yesterday = dayOf(new Date(Date.parse(context.at) - DAY_MS).toISOString())
      await sql`delete from app.share_viewers where day < ${yesterday}`.execute(db)
      await sql`delete from app.share_views where day < ${yesterday} and views <= logged`.execute(db)
    },
  }
}

const dayOf = (at: string): string => at.slice(0, 10)
