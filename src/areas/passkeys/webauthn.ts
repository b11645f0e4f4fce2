import { CHALLENGE_MS } from './challenges.ts'
import type { CreationOptions, PasskeyCreate, PasskeyLogin, RequestOptions } from './contract.ts'
import type { RelyingParty } from './relying-party.ts'

/** The library is loaded on first use: it brings parsers of certificates that signing in with a password does not need. */
const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** COSE algorithms of public keys: EdDSA, ES256 and RS256. */
const ALGORITHMS = [-8, -7, -257]

/** Options of a new passkey: discoverable, with user verification, without attestation. */
export async function creationOptions(
  { id: rpID }: RelyingParty,
  user: { readonly username: string; readonly handle: string; readonly credentialIds: readonly string[] },
  challenge: string,
): Promise<CreationOptions> {
  const { generateRegistrationOptions } = await library()
  const {
    hints: _,
    extensions: __,
    ...options
  } = await generateRegistrationOptions({
    ...{ rpName: 'PLP', rpID, challenge, timeout: CHALLENGE_MS, supportedAlgorithmIDs: ALGORITHMS },
    ...{ userName: user.username, userDisplayName: user.username, userID: Buffer.from(user.handle, 'hex') },
    excludeCredentials: user.credentialIds.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return options as CreationOptions
}

/** Options of a sign-in, without a list of credentials: they reveal no account. */
export async function requestOptions({ id: rpID }: RelyingParty, challenge: string): Promise<RequestOptions> {
  const { generateAuthenticationOptions } = await library()
  const options = { rpID, challenge, timeout: CHALLENGE_MS, userVerification: 'required' } as const
  return (await generateAuthenticationOptions(options)) as RequestOptions
}

/** The challenge that the response contains; null if unreadable. */
export async function challengeIn(clientDataJSON: string): Promise<string | null> {
  const { decodeClientDataJSON } = await helpers()
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return Buffer.from(challenge, 'base64url').toString()
  } catch {
    return null
  }
}

const encoded = (challenge: string): string => Buffer.from(challenge).toString('base64url')

interface VerifiedCreation {
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  readonly signCount: number
}

/** Verifies a new passkey; null if it is not right for this relying party and challenge. */
export async function verifyCreation(
  response: PasskeyCreate['credential'],
  { id, origin }: RelyingParty,
  challenge: string,
): Promise<VerifiedCreation | null> {
  const { verifyRegistrationResponse } = await library()
  try {
    if (!(await isUnattested(response.response.attestationObject))) return null
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: encoded(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!verified) return null
    const { credential } = registrationInfo
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      signCount: credential.counter,
    }
  } catch {
    return null
  }
}

/** No attestation was requested. One with certificates could make the library fetch revocation lists from their addresses (T52). */
async function isUnattested(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await helpers()
  const attestation = decodeAttestationObject(Buffer.from(attestationObject, 'base64url'))
  const format = attestation.get('fmt')
  return format === 'none' || (format === 'packed' && attestation.get('attStmt').get('x5c') === undefined)
}

/** Verifies the signature of a passkey. Returns its new signature counter, or null if anything is wrong. */
export async function verifyLogin(
  response: PasskeyLogin['credential'],
  { id, origin }: RelyingParty,
  challenge: string,
  passkey: { readonly credentialId: string; readonly publicKey: string; readonly signCount: number },
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await library()
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: encoded(challenge),
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: Buffer.from(passkey.publicKey, 'base64url'),
        counter: passkey.signCount,
      },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch {
    return null
  }
}
