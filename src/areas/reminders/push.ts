import { createECDH } from 'node:crypto'
import webPush from 'web-push'
import { OutboundFailure, postBytes } from '../../kernel/outbound.ts'
import type { PushMessage } from './contract.ts'
import { isAllowedEndpoint } from './push-services.ts'

/** Purpose of the store's VAPID key (`derivedKey`). */
export const VAPID_KEY = 'vapid'
/** Order of the curve P-256 without one. */
const MOST_SCALAR = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550')

/** A subscription as its browser made it. */
interface Subscription {
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
}

interface PushOptions {
  /** 32 bytes, the same for every node and start: subscriptions belong to one key. */
  readonly key: Buffer
  /** Contact for the push services, such as `mailto:admin@example.org`. */
  readonly subject: string
  /** `PUSH_SERVICES` */
  readonly services: readonly string[]
}

export type Push = ReturnType<typeof createPush>

/** Sends Web Push messages (RFC 8030), encrypted for their browser (RFC 8291) and signed by the store (VAPID, RFC 8292). */
export function createPush({ key, subject, services }: PushOptions) {
  const scalar = (BigInt(`0x${key.toString('hex')}`) % MOST_SCALAR) + 1n
  const privateKey = Buffer.from(scalar.toString(16).padStart(64, '0'), 'hex')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(privateKey)
  const publicKey = ecdh.getPublicKey().toString('base64url')
  const vapidDetails = { subject, publicKey, privateKey: privateKey.toString('base64url') }

  /** Throws if the keys of the subscription are invalid. */
  const requestOf = ({ endpoint, ...keys }: Subscription, content: string, options: webPush.RequestOptions) =>
    webPush.generateRequestDetails({ endpoint, keys }, content, { ...options, vapidDetails })

  return {
    publicKey,

    /** Whether messages can be encrypted for the subscription and sent to its endpoint. */
    accepts(subscription: Subscription): boolean {
      if (!isAllowedEndpoint(subscription.endpoint, services)) return false
      try {
        requestOf(subscription, '{}', {})
        return true
      } catch {
        return false
      }
    },

    /**
     * Sends a message; `ttlSeconds`: how long the service keeps it for a browser that is offline. A later message of the same tag replaces
     * it there and on the screen. `gone`: the subscription has ended. Throws `OutboundFailure` if the service cannot be reached or refuses.
     */
    async send(subscription: Subscription, message: PushMessage, ttlSeconds: number): Promise<'sent' | 'gone'> {
      // The list may have become shorter since the subscription was stored.
      if (!isAllowedEndpoint(subscription.endpoint, services)) return 'gone'
      const { headers, body } = requestOf(subscription, JSON.stringify(message), {
        TTL: ttlSeconds,
        topic: message.tag,
      })
      const status = await postBytes(subscription.endpoint, body!, { headers: headers as Record<string, string> })
      if (status === 404 || status === 410) return 'gone'
      if (status >= 300) throw new OutboundFailure(`${new URL(subscription.endpoint).host} answered ${status}`)
      return 'sent'
    },
  }
}
