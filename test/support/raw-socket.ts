import { randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'

/** The server's response before the connection became a WebSocket, or instead of that. */
interface Handshake {
  readonly status: number
  readonly headers: Headers
  readonly body: string
}

/** A WebSocket under an attacker's control: it sends arbitrary bytes and answers nothing by itself. */
export interface RawSocket {
  readonly handshake: Handshake
  /** Texts from the server, in order. */
  readonly received: readonly string[]
  readonly isClosed: boolean
  /** Resolves when the connection has ended, for whatever reason. */
  readonly closed: Promise<void>
  write(bytes: Buffer): void
  send(text: string): void
  /** Stops reading permanently. */
  stopReading(): void
  /** Ends the connection without a close frame. */
  end(): void
}

export interface RawOptions {
  readonly cookie?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  /** Default: `/socket.io/?EIO=4&transport=websocket`. */
  readonly path?: string
}

const TEXT = 1

/**
 * One masked frame as clients send them: an opcode, the other bits of its first byte (FIN alone by default), a payload
 * below 64 kB.
 */
export function frameOf(payload: string | Buffer, opcode = TEXT, bits = 0x80): Buffer {
  const bytes = Buffer.from(payload)
  const length =
    bytes.length < 126
      ? Buffer.from([0x80 | bytes.length])
      : Buffer.from([0xfe, bytes.length >> 8, bytes.length & 0xff])
  const mask = randomBytes(4)
  return Buffer.concat([
    Buffer.from([bits | opcode]),
    length,
    mask,
    bytes.map((byte, index) => byte ^ mask[index % 4]!),
  ])
}

/** The HTTP upgrade request for a WebSocket. */
export function upgradeRequest(url: string, { cookie, headers = {}, path }: RawOptions = {}): string {
  const all = {
    Host: new URL(url).host,
    Connection: 'Upgrade',
    Upgrade: 'websocket',
    'Sec-WebSocket-Version': '13',
    'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
    ...(cookie ? { Cookie: cookie } : {}),
    ...headers,
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path ?? '/socket.io/?EIO=4&transport=websocket'} HTTP/1.1\r\n${lines.join('')}\r\n`
}

/** Requests a WebSocket. Resolves with any response, or with status 0 when the connection ends without one. */
export function rawSocket(url: string, options: RawOptions = {}): Promise<RawSocket> {
  const { hostname, port } = new URL(url)
  const socket: Socket = connect(Number(port), hostname)
  const received: string[] = []
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()))
  // The error does not matter; `close` follows.
  socket.on('error', () => undefined)
  socket.write(upgradeRequest(url, options))
  let left = Buffer.alloc(0)
  return new Promise((resolve) => {
    let handshake: Handshake | null = null
    const answered = (head: string, body: string) => {
      handshake = { ...parsedHead(head), body }
      resolve({
        handshake,
        received,
        closed,
        get isClosed() {
          return socket.destroyed
        },
        write: (bytes) => void socket.write(bytes),
        send: (text) => void socket.write(frameOf(text)),
        stopReading: () => void socket.pause(),
        end: () => void socket.destroy(),
      })
    }
    socket.on('data', (bytes) => {
      left = Buffer.concat([left, bytes])
      const end = left.indexOf('\r\n\r\n')
      if (handshake === null && end >= 0 && left.toString('latin1', 9, 12) === '101') {
        answered(left.toString('latin1', 0, end), '')
        left = left.subarray(end + 4)
      }
      if (handshake !== null) left = takeTexts(left, received)
    })
    void closed.then(() => {
      if (handshake !== null) return
      const [head = '', body = ''] = left.toString().split('\r\n\r\n')
      answered(head, body)
    })
  })
}

function parsedHead(head: string): Omit<Handshake, 'body'> {
  const [line = '', ...lines] = head.split('\r\n')
  const headers = new Headers(
    lines.map((each): [string, string] => [each.slice(0, each.indexOf(':')), each.slice(each.indexOf(':') + 1).trim()]),
  )
  return { status: Number(line.split(' ')[1] ?? 0), headers }
}

/** Removes complete frames from the front; returns the remaining bytes. */
function takeTexts(bytes: Buffer, received: string[]): Buffer<ArrayBuffer> {
  let rest = Buffer.from(bytes)
  while (rest.length >= 2) {
    const short = rest[1]! & 0x7f
    const start = short === 126 ? 4 : short === 127 ? 10 : 2
    if (rest.length < start) break
    const length = short === 126 ? rest.readUInt16BE(2) : short === 127 ? Number(rest.readBigUInt64BE(2)) : short
    if (rest.length < start + length) break
    if ((rest[0]! & 0x0f) === TEXT) received.push(rest.toString('utf8', start, start + length))
    rest = rest.subarray(start + length)
  }
  return rest
}
