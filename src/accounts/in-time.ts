/** Longest that signing in waits for its record in the log. */
const MAX_MS = 1_000

/** The outcome if it comes in time; else undefined, while the work goes on. Faults go to `onLost`. */
export async function inTime<T>(work: Promise<T>, onLost: (error: unknown) => void): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined
  const caught = work.catch((error: unknown) => {
    onLost(error)
    return undefined
  })
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, MAX_MS, undefined)
  })
  try {
    return await Promise.race([caught, late])
  } finally {
    clearTimeout(timer)
  }
}
