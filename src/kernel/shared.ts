/**
 * One answer for all who ask within some milliseconds, and for all who ask while it is made: asking often costs nothing more. A
 * failure is shared in the same way. `now`: milliseconds that never go back.
 */
export function shared<T>(make: () => Promise<T>, ms: number, now: () => number = () => performance.now()) {
  let latest: { readonly answer: Promise<T>; readonly since: number; made: boolean } | undefined
  return (): Promise<T> => {
    if (latest && (!latest.made || now() - latest.since < ms)) return latest.answer
    const next = { answer: make(), since: now(), made: false }
    latest = next
    next.answer.catch(() => undefined).finally(() => (next.made = true))
    return next.answer
  }
}
