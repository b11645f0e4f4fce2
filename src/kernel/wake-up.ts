/**
 * Signals may be forged (docs/threats.md T87). Reads without a result consume a credit of five, which refills by one every 200 ms.
 * So forged signals cost at most ten reads in any second, and a single one causes no delay.
 */
const [MOST_CREDIT, CREDIT_MS] = [5, 200]

/** Runs one read at a time; signals during a read cause one more. `read` resolves false without a result, and never rejects. */
export function createWakeUp(read: () => Promise<boolean>, now: () => number = () => performance.now()) {
  let isReading = false
  let isWanted = false
  let isStopped = false
  let resting: NodeJS.Timeout | undefined
  let credit = MOST_CREDIT
  let at = now()

  async function work(): Promise<void> {
    isReading = true
    isWanted = false
    const found = await read()
    isReading = false
    credit = Math.min(MOST_CREDIT, credit + (now() - at) / CREDIT_MS) - (found ? 0 : 1)
    at = now()
    if (credit < 1)
      resting = setTimeout(
        () => {
          resting = undefined
          next()
        },
        (1 - credit) * CREDIT_MS,
      ).unref()
    else next()
  }

  function next(): void {
    if (isWanted && !isStopped) void work()
  }

  return {
    /** Signals that there may be something new. */
    notify(): void {
      isWanted = true
      if (!isReading && !resting) next()
    },
    stop(): void {
      isStopped = true
      clearTimeout(resting)
    },
  }
}
