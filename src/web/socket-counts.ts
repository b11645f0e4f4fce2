/** How many sockets a node keeps for one person and one place. */
export interface SocketLimits {
  /** Of one user. */
  readonly perUser: number
  /** Of one client address: a school behind one. */
  readonly perAddress: number
  /** Of those, whose session is still being looked for. */
  readonly unknownPerAddress: number
}

export const socketLimits: SocketLimits = { perUser: 20, perAddress: 200, unknownPerAddress: 50 }

export type SocketCounts = ReturnType<typeof createSocketCounts>

/** A counted connection. */
export type Seat = Exclude<ReturnType<SocketCounts['take']>, string>

export function createSocketCounts(limits: SocketLimits) {
  const [ofUser, ofAddress, unknown] = [tally<number>(), tally<string>(), tally<string>()]
  return {
    /** Counts a connection from its first moment, before anybody asks a store whose it is; or says which limit it meets. */
    take(address: string) {
      if (ofAddress.of(address) >= limits.perAddress) return 'address_limit'
      if (unknown.of(address) >= limits.unknownPerAddress) return 'handshake_limit'
      ofAddress.add(address, 1)
      unknown.add(address, 1)
      let user: number | null = null
      let hasLeft = false
      return {
        /** Its user is known now; false where that user has as many as one may. */
        isFor(userId: number): boolean {
          if (hasLeft || user !== null || ofUser.of(userId) >= limits.perUser) return false
          user = userId
          ofUser.add(userId, 1)
          unknown.add(address, -1)
          return true
        },
        /** The connection has ended; may be said again. */
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

/** Numbers by key; what is down to none takes no room. */
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
