/**
 * Players of a competition in order of joining. Immutable: a join copies one of 256 buckets. Folding a hundred
 * thousand joins must not copy a hundred thousand players each time.
 */
export interface Roster {
  readonly count: number
  /** Number of the next player to join. */
  readonly next: number
  /** User ids with their join numbers, by id modulo the number of buckets. */
  readonly buckets: readonly (readonly Seat[])[]
}

interface Seat {
  readonly userId: number
  readonly joined: number
}

const BUCKETS = 256

export const emptyRoster: Roster = { count: 0, next: 0, buckets: Array.from({ length: BUCKETS }, () => []) }

const bucketOf = ({ buckets }: Roster, userId: number): readonly Seat[] => buckets[userId % BUCKETS] ?? []

export const isIn = (roster: Roster, userId: number): boolean =>
  bucketOf(roster, userId).some((seat) => seat.userId === userId)

/** The roster with one more player; unchanged if they are in it already. */
export function withPlayer(roster: Roster, userId: number): Roster {
  if (isIn(roster, userId)) return roster
  const bucket = [...bucketOf(roster, userId), { userId, joined: roster.next }]
  return { count: roster.count + 1, next: roster.next + 1, buckets: roster.buckets.with(userId % BUCKETS, bucket) }
}

export function withoutPlayer(roster: Roster, userId: number): Roster {
  if (!isIn(roster, userId)) return roster
  const bucket = bucketOf(roster, userId).filter((seat) => seat.userId !== userId)
  return { ...roster, count: roster.count - 1, buckets: roster.buckets.with(userId % BUCKETS, bucket) }
}

/** User ids in order of joining. */
export const playersOf = ({ buckets }: Roster): readonly number[] =>
  buckets
    .flat()
    .sort((a, b) => a.joined - b.joined)
    .map(({ userId }) => userId)
