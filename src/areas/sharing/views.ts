import { type RawBuilder, sql } from 'kysely'
import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import type { ViewsOfShare } from './events.ts'
import { viewsStream } from './streams.ts'
import { viewsDecider } from './views-decider.ts'

/** A viewer of a share: a player, or a client address without a session. */
type Viewer = { readonly userId: number } | { readonly address: string }

export type Views = ReturnType<typeof createViews>

interface ViewsDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  /** A keyed hash, so that no address is stored (docs/threats.md T48). */
  readonly hash: (text: string) => string
}

/** Maximum number of shares per event. */
const MOST_SHARES = 500
const DAY_MS = 86_400_000

interface Unlogged extends ViewsOfShare {
  readonly day: string
}

/** Statement of views that are not in the log yet. */
export const unloggedRows = (): RawBuilder<Unlogged> => sql`
  select share_id as "shareId", day, views from app.share_views where views > logged order by day, share_id limit ${MOST_SHARES}`

/**
 * Counts views, one per viewer and day (docs/threats.md T47). The table counts at once and across all nodes. The log gets one event per
 * minute with the totals of the viewed shares (docs/decisions/0029).
 */
export function createViews({ db, handler, hash }: ViewsDependencies) {
  const keyOf = (viewer: Viewer, day: string): string =>
    hash('userId' in viewer ? `${day} player ${viewer.userId}` : `${day} address ${viewer.address}`)

  return {
    /**
     * Returns SQL that counts a view of each share in `page` (`share_id`). A view counts if it is the viewer's first of the day, and the
     * viewer is not the owner. The SQL continues the `with` clause that defines `page`; its part `viewed` has a row per counted view.
     */
    counting(viewer: Viewer, at: string): RawBuilder<unknown> {
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

    /** Returns whether the viewer has opened a share today or yesterday. */
    async hasSeen(shareId: number, viewer: Viewer, at: string): Promise<boolean> {
      const days = [dayOf(at), dayOf(new Date(Date.parse(at) - DAY_MS).toISOString())]
      const { rows } = await sql`
        select from app.share_viewers where share_id = ${shareId}
          and (day, viewer) in (${sql.join(days.map((day) => sql`(${day}, ${keyOf(viewer, day)})`))})
      `.execute(db)
      return rows.length > 0
    },

    /** Appends the views that are not in the log yet, and deletes the viewers of past days. */
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
