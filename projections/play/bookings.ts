import { sql, type Transaction } from 'kysely'
import { achievementEvents } from '../../src/areas/achievements/events.ts'
import type { boardTables } from '../../src/areas/boards/tables.ts'
import { competitionEvents } from '../../src/areas/competitions/events.ts'
import type { EventsOf } from '../../src/kernel/declared-events.ts'
import type { Recorded, RecordedEvent } from '../../src/kernel/event.ts'
import type { TablesOf } from '../../src/slice/table.ts'
import { dropEmptyBars } from './settlement.ts'

/** Events that are ledger entries themselves. */
export const bookedEvents = { PrizeBooked: competitionEvents.PrizeBooked, ...achievementEvents }
export type BookedEvent = EventsOf<typeof bookedEvents>

export type Booking = Readonly<TablesOf<typeof boardTables>['booked_entries']>

export const isBooked = (event: RecordedEvent): event is Recorded<BookedEvent> => event.type in bookedEvents

/** Returns the ledger entry of an event, with its type and reason; null if it has no points. */
export function bookingOf(event: Recorded<BookedEvent>): Booking | null {
  const { season, userId } = event.data
  const entry = { id: event.id, season, user_id: userId, at: event.metadata.at }
  switch (event.type) {
    case 'PrizeBooked':
      return { ...entry, type: 'competition', points: event.data.points, reason: event.data.reason }
    case 'AchievementUnlocked': {
      const { points, name } = event.data
      return points === 0 ? null : { ...entry, type: 'achievement', points, reason: `${name} unlocked` }
    }
    case 'AchievementRevoked': {
      const { points, name, reason } = event.data
      return points === 0
        ? null
        : { ...entry, type: 'achievement', points: -points, reason: `${name} taken back: ${reason}` }
    }
  }
}

/**
 * Stores booked entries and updates the totals and the histogram of the season. A player without a prediction in the season has no
 * totals yet: the entry is counted when that row is created (`storePicks`). Entries of erased users are left out.
 */
export async function book(tx: Transaction<unknown>, bookings: readonly Booking[]): Promise<void> {
  if (bookings.length === 0) return
  await sql`
    with added as (
      insert into booked_entries (season, user_id, id, type, points, reason, at)
      select b.season, b.user_id, b.id, b.type, b.points, b.reason, b.at
      from jsonb_populate_recordset(null::booked_entries, ${JSON.stringify(bookings)}::jsonb) b
      where not exists (select from erased e where e.user_id = b.user_id)
      on conflict do nothing
      returning season, user_id, points
    ), moved as (
      update totals t set points = t.points + a.points, booked = t.booked + a.points
      from (select season, user_id, sum(points)::int as points from added group by season, user_id) a
      where t.season = a.season and t.user_id = a.user_id and a.points <> 0
      returning t.season, t.points as now, t.points - a.points as was
    )
    insert into histograms (season, gameweek, points, players)
    select season, 0, points, sum(n) from (
      select season, now as points, 1 as n from moved union all select season, was, -1 from moved
    ) as steps group by season, points having sum(n) <> 0
    on conflict (season, gameweek, points) do update set players = histograms.players + excluded.players
  `.execute(tx)
  await dropEmptyBars(tx)
}
