import { startAuthentication, startRegistration } from '@simplewebauthn/browser'
import type { CurrentUser } from '../../../src/areas/accounts/contract.ts'
import type { CreationOptions, OwnPasskey, RequestOptions } from '../../../src/areas/passkeys/contract.ts'
import { http } from './http.ts'

/** Signs in with a passkey. `isAutofill`: resolves once the user picks one from the suggestions of the username field. */
export async function signIn(isAutofill: boolean): Promise<CurrentUser> {
  const optionsJSON = await http<RequestOptions>('/api/auth/passkey/options', { method: 'POST' })
  const credential = await startAuthentication({ optionsJSON, useBrowserAutofill: isAutofill })
  return http('/api/auth/passkey', { method: 'POST', body: { credential } })
}

/** Creates a passkey and adds it to the account. The password is needed some time after the sign-in. */
export async function create(name: string, currentPassword: string | undefined): Promise<OwnPasskey> {
  const body = { currentPassword }
  const optionsJSON = await http<CreationOptions>('/api/user/passkeys/options', { method: 'POST', body })
  const credential = await startRegistration({ optionsJSON })
  return http('/api/user/passkeys', { method: 'POST', body: { name, credential } })
}
