/** Longest time that signing out waits for running requests, in ms. */
const MAX_WAIT = 5_000

const underWay = new Set<Promise<unknown>>()
/** Pending while the user signs out; resolves to whether it succeeded. */
let leaving: Promise<boolean> | null = null

/**
 * Runs a request as part of the session. Signing out waits for running requests, and new ones wait until it is over.
 * After a successful sign-out they fail with an `AbortError`, since the server could only reject them.
 */
export async function inSession<T>(call: () => Promise<T>): Promise<T> {
  while (leaving) if (await leaving) throw new DOMException('Signed out', 'AbortError')
  const running = call()
  underWay.add(running)
  try {
    return await running
  } finally {
    underWay.delete(running)
  }
}

/** Signs out after running requests have finished; new ones wait. Rejects as `signOut` does. */
export async function depart(signOut: () => Promise<void>): Promise<void> {
  let resolve: (hasLeft: boolean) => void = () => {}
  leaving = new Promise((done) => {
    resolve = done
  })
  let hasLeft = false
  try {
    await Promise.race([
      Promise.allSettled(underWay),
      new Promise((done) => {
        setTimeout(done, MAX_WAIT)
      }),
    ])
    await signOut()
    hasLeft = true
  } finally {
    leaving = null
    resolve(hasLeft)
  }
}

/** Waits for a sign-out in progress. True if one was in progress and succeeded. */
export async function isDeparting(): Promise<boolean> {
  return (await leaving) ?? false
}
