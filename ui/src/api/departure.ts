/** Longest time that signing out waits for calls under way, in ms. */
const PATIENCE = 5_000

const underWay = new Set<Promise<unknown>>()
/** While the user signs out: whether it worked. */
let leaving: Promise<boolean> | null = null

/**
 * A call as part of the session: signing out lets it finish first, and while that is going on a new one waits. Once signed
 * out it is not made at all and fails with an `AbortError`: the server could only refuse it.
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

/** Signs out: after what is under way, and nothing new meanwhile. Fails as `signOut` does. */
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
        setTimeout(done, PATIENCE)
      }),
    ])
    await signOut()
    hasLeft = true
  } finally {
    leaving = null
    resolve(hasLeft)
  }
}

/** Whether the user is signing out just now, told when that is over: true when it worked. */
export async function isDeparting(): Promise<boolean> {
  return (await leaving) ?? false
}
