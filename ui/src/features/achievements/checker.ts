interface CheckerDependencies {
  /** Asks the server and shows what is new. It tells its failures itself. */
  readonly check: () => Promise<void>
  /** Whether somebody can be looking. */
  readonly isVisible: () => boolean
}

/**
 * Runs checks one at a time: whatever becomes due while one runs is one more after it. What becomes due out of sight waits until
 * `visible`, so that the pop-up appears where somebody looks.
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
    /** The page can be seen again. */
    visible: () => void run(),
    /** Nothing starts any more. */
    stop(): void {
      isOver = true
    },
  }
}
