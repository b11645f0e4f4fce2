/**
 * Calls `late` after `ms` milliseconds, unless cancelled by the function it gives. A process that was busy for so long
 * first takes the answers that arrived meanwhile: they are not late.
 */
export function whenLate(ms: number, late: () => void): () => void {
  let turn: NodeJS.Immediate | undefined
  const timer = setTimeout(() => {
    turn = setImmediate(late)
  }, ms)
  return () => {
    clearTimeout(timer)
    clearImmediate(turn)
  }
}
