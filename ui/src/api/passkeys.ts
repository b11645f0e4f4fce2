import { ApiError, messageOf } from './http.ts'

/** Creates passkeys and signs in with them; loaded on use. */
export const webauthn = () => import('./webauthn.ts')

/** Why there are no passkeys here, as a sentence. Null where they work (docs/rules.md R398). */
export function passkeyBarrier(): string | null {
  const { hostname } = location
  if (!window.isSecureContext || hostname.startsWith('[') || /^[\d.]+$/.test(hostname))
    return 'Passkeys need https and a domain name, so they don’t work at this address.'
  return typeof PublicKeyCredential === 'function' ? null : 'This browser doesn’t support passkeys.'
}

/** The reason of a failure. Browsers give few details, so that pages learn nothing about authenticators. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError || error instanceof TypeError) return messageOf(error, 'The server did not answer.')
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return isKnown ? 'You’ve already added a passkey on this device.' : 'Your browser didn’t confirm it. Try again.'
}
