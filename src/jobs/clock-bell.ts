import { type Kysely, sql } from 'kysely'
import type { Job } from './jobs.ts'

/** Further back than this a ring is of no use: pages look anew when they come back. */
const farthestMs = 3_600_000
/** The first run also rings for what passed while no node led. */
const takeoverMs = 15_000
/** `LIVE` ends, and a match without a result becomes overdue, this long after kickoff (decisions.md). */
const liveHours = 3

export interface ClockBellOptions {
  readonly db: Kysely<unknown>
  /** To the sockets of all nodes. */
  readonly announce: (changes: readonly { room: string; topic: 'clock'; ids: readonly number[] }[]) => Promise<void>
}

/**
 * Rings when a cutoff or kickoff has passed, or a match has been live for its three hours: states follow from the clock,
 * no event says so. Each moment rings once, in the first run after it.
 */
export function createClockBell({ db, announce }: ClockBellOptions): Job {
  let last: string | null = null
  return {
    name: 'clock-bell',
    schedule: '*/5 * * * * *',
    async run(at) {
      const now = Date.parse(at)
      const from = new Date(
        Math.max(last === null ? now - takeoverMs : Date.parse(last), now - farthestMs),
      ).toISOString()
      const { rows } = await sql<{ id: number }>`
        select id from read.fixtures f
        where f.status = 'scheduled' and exists (
          select from (values (f.cutoff), (f.kickoff), (f.started_at),
            (f.kickoff + ${liveHours} * interval '1 hour'), (f.started_at + ${liveHours} * interval '1 hour')) as moment(at)
          where moment.at > ${from}::timestamptz and moment.at <= ${at}::timestamptz)
        order by id`.execute(db)
      if (rows.length > 0) await announce([{ room: 'all', topic: 'clock', ids: rows.map((row) => row.id) }])
      last = at
    },
  }
}
