import * as z from 'zod/mini'
import { Id, IsoTime, onOneLine, visible } from '../../contracts/common.ts'
import { PresentPassword } from '../recovery/contract.ts'
import { LONGEST_NAME } from './constants.ts'

/** One of the reader's passkeys. */
export const OwnPasskey = z.object({
  /** Counts the player's passkeys from 1. */
  id: Id,
  name: z.string(),
  addedAt: IsoTime,
  /** null until the first sign-in with it. */
  lastUsedAt: z.nullable(IsoTime),
})
export type OwnPasskey = z.infer<typeof OwnPasskey>

/** `GET /api/user/passkeys` */
export const OwnPasskeys = z.object({
  /** Oldest first. */
  passkeys: z.array(OwnPasskey),
  /** True if adding one needs the current password: the session is older than 15 minutes. */
  needsPassword: z.boolean(),
  /** True if a new password may be set without the current one: a passkey opened the session within 15 minutes. */
  setsPassword: z.boolean(),
})
export type OwnPasskeys = z.infer<typeof OwnPasskeys>

/** Base64url of at most `most` characters. */
const base64url = (most: number) => z.string().check(z.regex(/^[\w-]+$/), z.maxLength(most))
const [SHORT, LONG] = [1_400, 16_000]

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key') })

/** WebAuthn's `PublicKeyCredentialCreationOptionsJSON`. */
export const CreationOptions = z.object({
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(Descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.boolean(),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
})
export type CreationOptions = z.infer<typeof CreationOptions>

/** WebAuthn's `PublicKeyCredentialRequestOptionsJSON`, without a list of credentials: the same for everyone. */
export const RequestOptions = z.object({
  rpId: z.string(),
  challenge: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
})
export type RequestOptions = z.infer<typeof RequestOptions>

/** `POST /api/user/passkeys/options` */
export const AddOptions = z.object({ currentPassword: z.optional(PresentPassword) })

const NAME = 'Give it a name, such as “Phone”'

/** `POST /api/user/passkeys`: `credential` is WebAuthn's `RegistrationResponseJSON`. */
export const PasskeyCreate = z.object({
  name: z
    .string(NAME)
    .check(z.trim(), visible(NAME), z.maxLength(LONGEST_NAME, `At most ${LONGEST_NAME} characters`), onOneLine),
  credential: z.object({
    id: base64url(SHORT),
    rawId: base64url(SHORT),
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: base64url(LONG), attestationObject: base64url(LONG) }),
  }),
})
export type PasskeyCreate = z.infer<typeof PasskeyCreate>

/** `POST /api/auth/passkey`: `credential` is WebAuthn's `AuthenticationResponseJSON`. */
export const PasskeyLogin = z.object({
  credential: z.object({
    id: base64url(SHORT),
    rawId: base64url(SHORT),
    type: z.literal('public-key'),
    response: z.object({
      clientDataJSON: base64url(LONG),
      authenticatorData: base64url(LONG),
      signature: base64url(LONG),
    }),
  }),
})
export type PasskeyLogin = z.infer<typeof PasskeyLogin>
