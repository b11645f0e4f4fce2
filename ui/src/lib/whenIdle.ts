/** Longest wait, in ms, because a busy page may never be idle. */
const LATEST = 2_000

/** Resolves once the page has rendered and is idle: for code that would delay the first view. */
export const whenIdle = (): Promise<void> =>
  new Promise((resolve) => {
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: LATEST })
    else setTimeout(resolve, 200)
  })
