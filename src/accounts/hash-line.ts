/** The lines before the cores that hash passwords, the foremost first: whose account has signed in from there, other sign-ins, the rest. */
const LANES = ['known', 'login', 'registration'] as const
export type Lane = (typeof LANES)[number]

/** Who waits for a hash. */
export interface Turn {
  readonly lane: Lane
  /** In a lane, the client with the fewest hashes of late comes first, so that none holds up the others with many. */
  readonly client: string
  /** Since when they have waited, in ms as of `performance.now()`; else since they come. */
  readonly since?: number
}

/** How many starts are remembered, for who had the fewest of late. */
const REMEMBERED = 256
/** Every so many starts the last line comes first, so that no flood of sign-ins ends all registering. */
const LAST_FIRST = 8

interface Waiting {
  start(): void
  refuse(): void
}

/** Lets a few through at once, the rest in turn. */
export interface HashLine {
  /** Runs when its turn comes; null, without running, when the lane is full and its client has the most in it. */
  pass<T>(turn: Turn, run: () => Promise<T>): Promise<{ readonly value: T } | null>
}

/** A line for `width` at once and `maxWaiting` in each lane. */
export function createHashLine(width: number, maxWaiting: number): HashLine {
  const recent = createRecentStarts()
  const lanes: Record<Lane, FairLane> = {
    known: createFairLane(maxWaiting, recent.of),
    login: createFairLane(maxWaiting, recent.of),
    registration: createFairLane(maxWaiting, recent.of),
  }
  let inside = 0
  let starts = 0

  function next(): Waiting | undefined {
    const order = ++starts % LAST_FIRST === 0 ? LANES.toReversed() : LANES
    for (const lane of order) {
      const waiting = lanes[lane].shift()
      if (waiting) return waiting
    }
    return undefined
  }

  return {
    async pass({ lane, client }, run) {
      if (inside >= width) {
        const isIn = await new Promise<boolean>((resolve) =>
          lanes[lane].push(client, { start: () => resolve(true), refuse: () => resolve(false) }),
        )
        if (!isIn) return null
        // Whoever leaves hands over its place, so `inside` stays as it is.
      } else inside++
      recent.add(client)
      try {
        return { value: await run() }
      } finally {
        const waiting = next()
        if (waiting) waiting.start()
        else inside--
      }
    },
  }
}

interface FairLane {
  /** Refuses the newest of the client with the most where the lane is full. */
  push(client: string, waiting: Waiting): void
  /** The oldest of the client that had the fewest starts of late; of several, the one that waits longest for its turn. */
  shift(): Waiting | undefined
}

function createFairLane(max: number, recent: (client: string) => number): FairLane {
  /** In the order of their turns. */
  const clients = new Map<string, Waiting[]>()
  let count = 0

  function refuseNewest(client: string): void {
    const line = clients.get(client) as Waiting[]
    line.pop()?.refuse()
    if (line.length === 0) clients.delete(client)
    count--
  }

  return {
    push(client, waiting) {
      const line = clients.get(client) ?? []
      line.push(waiting)
      clients.set(client, line)
      if (++count <= max) return
      let most = client
      for (const [other, { length }] of clients) if (length > (clients.get(most) as Waiting[]).length) most = other
      refuseNewest(most)
    },
    shift() {
      const [first, ...others] = clients.keys()
      if (first === undefined) return undefined
      const client = others.reduce((best, other) => (recent(other) < recent(best) ? other : best), first)
      const line = clients.get(client) as Waiting[]
      const waiting = line.shift()
      clients.delete(client)
      if (line.length > 0) clients.set(client, line)
      count--
      return waiting
    },
  }
}

/** Counts the last starts by client. */
function createRecentStarts() {
  const starts: string[] = []
  const counts = new Map<string, number>()
  const of = (client: string): number => counts.get(client) ?? 0
  return {
    of,
    add(client: string): void {
      starts.push(client)
      counts.set(client, of(client) + 1)
      if (starts.length <= REMEMBERED) return
      const oldest = starts.shift() as string
      if (of(oldest) > 1) counts.set(oldest, of(oldest) - 1)
      else counts.delete(oldest)
    },
  }
}
