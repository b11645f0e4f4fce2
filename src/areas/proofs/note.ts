import { createPrivateKey, createPublicKey, hash, type KeyObject, sign } from 'node:crypto'
import type { Checkpoint } from '../../contracts/receipts.ts'

/** Beginning of an Ed25519 private key in PKCS #8, before its 32 bytes. */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const [KEY_BYTES, HASH_BYTES] = [32, 4]
/** Signature type of Ed25519 in a signed note. */
const ED25519 = Buffer.from([1])

/** Purpose of the key that signs seals, which is derived from the key of the store. */
export const SIGNING_KEY = 'seals'

/** The key that signs seals. */
export interface Signer {
  /** Name of the store: `plp-` and the beginning of a hash of the key. */
  readonly name: string
  /** The verifier key of signed notes: name, hash and public key. */
  readonly verifierKey: string
  /** A signed note: the text, which ends with a newline, and its signature. */
  note(text: string): string
}

/** Creates the signer of a seed of 32 bytes. */
export function createSigner(seed: Buffer): Signer {
  const privateKey: KeyObject = createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' })
  const key = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-KEY_BYTES)
  const name = `plp-${hash('sha256', key).slice(0, 8)}`
  const encoded = Buffer.concat([ED25519, key])
  const keyHash = hash('sha256', Buffer.concat([Buffer.from(`${name}\n`), encoded]), 'buffer').subarray(0, HASH_BYTES)
  return {
    name,
    verifierKey: `${name}+${keyHash.toString('hex')}+${encoded.toString('base64')}`,
    note(text) {
      const signature = Buffer.concat([keyHash, sign(null, Buffer.from(text), privateKey)])
      return `${text}\n— ${name} ${signature.toString('base64')}\n`
    },
  }
}

/** Text of a checkpoint (C2SP tlog-checkpoint) with the time and the previous hash as extension lines. */
export const checkpointText = ({ origin, size, root, time, previous }: Omit<Checkpoint, 'body'>): string =>
  [origin, size, root, `time ${time}`, ...(previous === null ? [] : [`previous ${previous}`]), ''].join('\n')
