/** Expected rejections: signed out, or internal messages of a wallet extension (docs/rules.md R69). */
const EXPECTED = /401|Not authenticated|Web3|wallet|Coinbase|Cross-Origin-Opener-Policy/i

export function isExpectedRejection(reason: unknown): boolean {
  const message = reason instanceof Error ? reason.message : typeof reason === 'string' ? reason : ''
  return EXPECTED.test(message)
}

/** Suppresses expected unhandled rejections, in the console, too. */
export function silenceExpectedRejections(target: Window): void {
  target.addEventListener('unhandledrejection', (event) => {
    if (isExpectedRejection(event.reason)) event.preventDefault()
  })
}
