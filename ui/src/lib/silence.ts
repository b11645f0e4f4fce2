/** Rejections that mean nothing here: signed out, or a wallet extension talking to itself (docs/rules.md R69). */
const EXPECTED = /401|Not authenticated|Web3|wallet|Coinbase|Cross-Origin-Opener-Policy/i

export function isExpectedRejection(reason: unknown): boolean {
  const message = reason instanceof Error ? reason.message : typeof reason === 'string' ? reason : ''
  return EXPECTED.test(message)
}

/** Shows nothing, not even in the console, for unhandled rejections that are expected. */
export function silenceExpectedRejections(target: Window): void {
  target.addEventListener('unhandledrejection', (event) => {
    if (isExpectedRejection(event.reason)) event.preventDefault()
  })
}
