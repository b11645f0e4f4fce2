import { errorLine } from './faults.ts'
import type { EngineLogger } from './logger.ts'
import { createBell } from './pause.ts'

/** A node looks after leadership, requests and missed messages this often. */
const tickMs = 1_000

/** Does the same every second and whenever it is rung, until the engine stops. */
interface Ticker {
  /** Begins where it has not yet; resolves when the first tick is over, whatever came of it. */
  begin(): Promise<void>
  readonly hasBegun: boolean
  /** The next tick comes at once. */
  ring(): void
  /** Resolves after the last tick. */
  ended(): Promise<void>
}

export function createTicker(deps: { logger: EngineLogger; stopping: AbortSignal; tick(): Promise<void> }): Ticker {
  const { logger, stopping, tick } = deps
  const bell = createBell()
  let ticking: Promise<void> | undefined
  let first: Promise<void> | undefined

  async function run(firstIsOver: () => void): Promise<void> {
    while (!stopping.aborted) {
      try {
        await tick()
      } catch (error) {
        if (!stopping.aborted) logger.warn({ error: errorLine(error) }, 'projections: a store is away')
      }
      firstIsOver()
      await bell.wait(tickMs, stopping)
    }
  }

  return {
    begin() {
      first ??= new Promise((resolve) => {
        ticking = run(resolve)
      })
      return first
    },
    get hasBegun() {
      return first !== undefined
    },
    ring: bell.ring,
    ended: async () => ticking,
  }
}
