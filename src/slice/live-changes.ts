import type { LiveChange } from './group.ts'

/** For more players, all open pages are notified: a list of rooms would exceed the size of a message between nodes. */
const MOST_ROOMS = 400

/** Changes of these topics for the open pages of players; none without players. */
export function changesFor(players: ReadonlySet<number>, ...topics: readonly string[]): LiveChange[] {
  if (players.size === 0) return []
  const rooms = players.size > MOST_ROOMS ? ['all'] : [...players].map((id) => `user:${id}`)
  return rooms.flatMap((room) => topics.map((topic) => ({ room, topic })))
}
