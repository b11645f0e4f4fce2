import { sql } from 'kysely'
import { isSameSecret } from '../../kernel/same-secret.ts'
import type { ReadDb } from '../../slice/read-models.ts'

const FILE = /^([1-9]\d{0,9})-([0-9a-f]{32})\.ics$/

interface AddressDependencies {
  readonly db: ReadDb
  /** Keyed hash of a player and the number of renewals: 32 hexadecimal digits. */
  readonly keyOf: (userId: number, renewals: number) => string
}

/** Calendar addresses. They are derived, so the store has none that could be stolen from it (docs/threats.md T98). */
export function createCalendarAddresses({ db, keyOf }: AddressDependencies) {
  const pathOf = (userId: number, renewals: number) => `/calendar/${userId}-${keyOf(userId, renewals)}.ics`

  /** Null for an unknown or deleted player. */
  async function renewalsOf(userId: number): Promise<number | null> {
    const { rows } = await sql<{ renewals: number }>`
      select coalesce(a.renewals, 0) as renewals from read.people u
      left join app.calendar_addresses a on a.user_id = u.id
      where u.id = ${userId}::bigint and u.username is not null`.execute(db)
    return rows[0]?.renewals ?? null
  }

  return {
    /** Path of the player’s calendar. */
    path: async (userId: number): Promise<string> => pathOf(userId, (await renewalsOf(userId)) ?? 0),
    /** Ends the player’s address. Returns the new path. */
    async renew(userId: number): Promise<string> {
      const { rows } = await sql<{ renewals: number }>`
        insert into app.calendar_addresses as a (user_id, renewals) values (${userId}::int, 1)
        on conflict (user_id) do update set renewals = a.renewals + 1 returning renewals`.execute(db)
      return pathOf(userId, rows[0]!.renewals)
    },
    /** Whether a file name is the present address of a player. */
    async isValid(file: string): Promise<boolean> {
      const [, id, key] = FILE.exec(file) ?? []
      if (id === undefined || key === undefined) return false
      const renewals = await renewalsOf(Number(id))
      return renewals !== null && isSameSecret(key, keyOf(Number(id), renewals))
    },
  }
}

export type CalendarAddresses = ReturnType<typeof createCalendarAddresses>
