import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import type { CreationOptions, OwnPasskey, RequestOptions } from '../../../src/areas/passkeys/contract.ts'
import { ApiError, http, messageOf } from './http.ts'

/** Loaded on use. */
const library = () => import('./webauthn.ts')

/** Why there are no passkeys: the address of the page, or the browser. Null where they work (docs/rules.md R398). */
export function passkeyBarrier(): 'address' | 'browser' | null {
  const { hostname } = location
  if (!window.isSecureContext || hostname.startsWith('[') || /^[\d.]+$/.test(hostname)) return 'address'
  return typeof PublicKeyCredential === 'function' ? null : 'browser'
}

/** Signs in with a passkey. `isAutofill`: resolves once the user picks one from the suggestions of the username field. */
export async function signInWithPasskey(isAutofill = false): Promise<CurrentUser> {
  const { startAuthentication } = await library()
  const optionsJSON = await http<RequestOptions>('/api/auth/passkey/options', { method: 'POST' })
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
  return http('/api/auth/passkey', { method: 'POST', body: { credential } })
}

/** Creates a passkey and adds it to the account. The password is needed some time after the sign-in. */
export async function createPasskey(name: string, currentPassword: string | undefined): Promise<OwnPasskey> {
  const { startRegistration } = await library()
  const body = { currentPassword }
  const optionsJSON = await http<CreationOptions>('/api/user/passkeys/options', { method: 'POST', body })
  const credential = await startRegistration({ optionsJSON })
  return http('/api/user/passkeys', { method: 'POST', body: { name, credential } })
}

/** The reason of a failure. Browsers give few details, so that pages learn nothing about authenticators. */
export function passkeyFailure(error: unknown): string {
  if (error instanceof ApiError || error instanceof TypeError) return messageOf(error, 'The server did not answer.')
  const isKnown = error instanceof Error && error.name === 'InvalidStateError'
  return isKnown ? 'You’ve already added a passkey on this device.' : 'Your browser didn’t confirm it. Try again.'
}
