import { createDecipheriv, createECDH, createPublicKey, type ECDH, hkdfSync, randomBytes, verify } from 'node:crypto'
import http, { type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message as its browser reads it. */
export interface PushedMessage {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly url: string
}

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly message: PushedMessage
}

const bytes = (text: string) => Buffer.from(text, 'base64url')

/** A push service on this machine, and browsers that are subscribed to it. */
export async function startPushService() {
  const browsers = new Map<string, { readonly ecdh: ECDH; readonly auth: Buffer }>()
  const received: Received[] = []
  const service = {
    received,
    /** Status of the answer for a path. */
    answer: (_path: string): number => 201,
    /** Runs before a message is accepted. */
    taking: async (): Promise<void> => undefined,
    /** Entry of `PUSH_SERVICES`. */
    host: '',
    /** A new browser, as `PushSubscription.toJSON()` gives it. */
    subscription(path: string) {
      const ecdh = createECDH('prime256v1')
      const p256dh = ecdh.generateKeys().toString('base64url')
      const auth = randomBytes(16)
      browsers.set(path, { ecdh, auth })
      return { endpoint: `http://${service.host}${path}`, keys: { p256dh, auth: auth.toString('base64url') } }
    },
    to: (path: string) => received.filter((each) => each.path === path),
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
  const server = http.createServer(async (req, res) => {
    const chunks: Buffer[] = []
    for await (const chunk of req) chunks.push(chunk)
    const path = req.url!
    const status = service.answer(path)
    if (status === 201) {
      await service.taking()
      received.push({ path, headers: req.headers, message: decrypted(Buffer.concat(chunks), browsers.get(path)!) })
    }
    res.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  service.host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return service
}

/** Decrypts a body by RFC 8188 (aes128gcm) with the keys of RFC 8291. */
function decrypted(body: Buffer, { ecdh, auth }: { readonly ecdh: ECDH; readonly auth: Buffer }): PushedMessage {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const derived = (secret: Buffer, salted: Buffer, info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salted, info, length))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), ecdh.getPublicKey(), sender])
  const secret = derived(ecdh.computeSecret(sender), auth, info, 32)
  const key = derived(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derived(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString())
}

/** The claims of a VAPID header (RFC 8292), whose signature is by the key; throws if it is not. */
export function vapidClaims(authorization: string | undefined, publicKey: string): Record<string, unknown> {
  const [, token, key] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization ?? '') ?? []
  if (key !== publicKey) throw new Error(`signed by ${key}`)
  const [head, claims, signature] = token!.split('.') as [string, string, string]
  const point = bytes(publicKey)
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  const jwk = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } as never })
  const isRight = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: jwk, dsaEncoding: 'ieee-p1363' },
    bytes(signature),
  )
  if (!isRight) throw new Error('the signature is wrong')
  return JSON.parse(bytes(claims).toString())
}
