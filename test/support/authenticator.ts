import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { CreationOptions, RequestOptions } from '../../src/areas/passkeys/contract.ts'

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: string | Uint8Array): string => Buffer.from(data).toString('base64url')
const [PRESENT, VERIFIED, ATTESTED] = [0x01, 0x04, 0x40]

/** Differences of a browser or authenticator that does not follow the rules. */
interface Deviation {
  readonly origin?: string
  readonly rpId?: string
  readonly verifiesUser?: boolean
  /** The signature counter; by default one more than before. */
  readonly count?: number
}

/** A passkey in software, with the browser that passes on its responses (WebAuthn, ES256). */
export function createAuthenticator(origin: string) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  let count = 0

  function dataOf(rpId: string, deviation: Deviation, attested?: Buffer): Buffer {
    count = deviation.count ?? count + 1
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    const flags = PRESENT | (deviation.verifiesUser === false ? 0 : VERIFIED) | (attested ? ATTESTED : 0)
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.of(flags), counter, ...(attested ? [attested] : [])])
  }
  const clientData = (type: string, challenge: string, deviation: Deviation): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin: deviation.origin ?? origin, crossOrigin: false }))
  const common = { id: base64url(credentialId), rawId: base64url(credentialId), type: 'public-key' as const }

  return {
    credentialId: common.id,

    /** As `navigator.credentials.create`. */
    create({ challenge, rp }: CreationOptions, deviation: Deviation = {}) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(key)])
      const attestation = new Map<string, string | Uint8Array | Map<string, never>>([
        ['fmt', 'none'],
        ['attStmt', new Map<string, never>()],
        ['authData', new Uint8Array(dataOf(rp.id, deviation, attested))],
      ])
      return {
        ...common,
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', challenge, deviation)),
          attestationObject: base64url(isoCBOR.encode(attestation)),
        },
      }
    },

    /** As `navigator.credentials.get`. */
    get({ challenge, rpId }: RequestOptions, deviation: Deviation = {}) {
      const authenticatorData = dataOf(rpId, deviation)
      const client = clientData('webauthn.get', challenge, deviation)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(client)]), privateKey)
      return {
        ...common,
        response: {
          ...{ clientDataJSON: base64url(client), authenticatorData: base64url(authenticatorData) },
          signature: base64url(signature),
        },
      }
    },
  }
}

export type Authenticator = ReturnType<typeof createAuthenticator>
