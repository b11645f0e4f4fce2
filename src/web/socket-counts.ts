/** Maximum numbers of sockets on a node. */
export interface SocketLimits {
  /** Sockets of one user. */
  readonly perUser: number
  /** Sockets of one client address, which may be that of a school. */
  readonly perAddress: number
  /** Sockets of one client address whose session is still being checked. */
  readonly unknownPerAddress: number
}

export const socketLimits: SocketLimits = { perUser: 20, perAddress: 200, unknownPerAddress: 50 }

export type SocketCounts = ReturnType<typeof createSocketCounts>

/** A counted connection. */
export type Seat = Exclude<ReturnType<SocketCounts['take']>, string>

/** Counts the sockets of a node by user and client address. */
export function createSocketCounts(limits: SocketLimits) {
  const [ofUser, ofAddress, unknown] = [tally<number>(), tally<string>(), tally<string>()]
  return {
    /** Counts a connection before its session is read. Returns its seat, or the exceeded limit. */
    take(address: string) {
      if (ofAddress.of(address) >= limits.perAddress) return 'address_limit'
      if (unknown.of(address) >= limits.unknownPerAddress) return 'handshake_limit'
      ofAddress.add(address, 1)
      unknown.add(address, 1)
      let user: number | null = null
      let hasLeft = false
      return {
        /** Assigns the user; false if the user has reached the limit. */
        isFor(userId: number): boolean {
          if (hasLeft || user !== null || ofUser.of(userId) >= limits.perUser) return false
          user = userId
          ofUser.add(userId, 1)
          unknown.add(address, -1)
          return true
        },
        /** Frees the seat when the connection has ended. Further calls have no effect. */
        leave(): void {
          if (hasLeft) return
          hasLeft = true
          ofAddress.add(address, -1)
          if (user === null) unknown.add(address, -1)
          else ofUser.add(user, -1)
        },
      }
    },
  }
}

/** Counters by key; a counter at 0 is removed. */
function tally<K>() {
  const counts = new Map<K, number>()
  const of = (key: K): number => counts.get(key) ?? 0
  return {
    of,
    add(key: K, by: number): void {
      const count = of(key) + by
      if (count > 0) counts.set(key, count)
      else counts.delete(key)
    },
  }
}
