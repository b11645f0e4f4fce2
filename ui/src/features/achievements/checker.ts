interface CheckerDependencies {
  /** Queries the server and shows new unlocks. Handles its own failures. */
  readonly check: () => Promise<void>
  /** Whether the page is visible. */
  readonly isVisible: () => boolean
}

/**
 * Runs checks one at a time. Requests during a check start one more afterwards. Requests while the page is hidden wait
 * for `visible`.
 */
export function createChecker({ check, isVisible }: CheckerDependencies) {
  let isDue = false
  let isRunning = false
  let isOver = false

  async function run(): Promise<void> {
    if (isRunning) return
    isRunning = true
    while (isDue && !isOver && isVisible()) {
      isDue = false
      await check()
    }
    isRunning = false
  }

  return {
    due(): void {
      isDue = true
      void run()
    },
    /** Call when the page becomes visible. */
    visible: () => void run(),
    /** Prevents further checks. */
    stop(): void {
      isOver = true
    },
  }
}
