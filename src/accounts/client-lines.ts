import { createGate, type Gate } from './gate.ts'

/** Who has waited longer is told at once, and nothing is begun for them: an answer has to come within 12 s (`mount.ts`). */
const MAX_WAIT_MS = 8_000

/** Lets a few of each client through at once; the rest of that client waits, and holds up nobody else. */
interface ClientLines {
  /**
   * Runs when its turn comes, told since when it has waited (ms, `performance.now()`); null, without running, where too many of
   * the client wait, or it has waited for 8 s.
   */
  pass<T>(client: string, run: (since: number) => Promise<T>): Promise<{ readonly value: T } | null>
}

/** Lines for `width` of a client at once and `maxWaiting` of it in line. */
export function createClientLines(
  width: number,
  maxWaiting: number,
  now: () => number = () => performance.now(),
): ClientLines {
  const lines = new Map<string, Gate>()
  return {
    async pass(client, run) {
      const since = now()
      const line = lines.get(client) ?? createGate(width, maxWaiting)
      lines.set(client, line)
      try {
        const passed = await line.pass(async () => (now() - since > MAX_WAIT_MS ? null : { value: await run(since) }))
        return passed?.value ?? null
      } finally {
        if (line.idle) lines.delete(client)
      }
    },
  }
}
