import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'

/** A WebSocket without a library: it sends exactly the given text, and can stop reading. */
export interface WebSocketClient {
  /** Status of the handshake's response: 101 if accepted, 0 if there was none. */
  readonly status: number
  /** Head of the handshake's response. */
  readonly head: string
  /** Received texts: packets of Engine.IO and Socket.IO. */
  readonly received: string[]
  readonly isOpen: boolean
  /** Resolves with the milliseconds from the handshake to the end of the connection. */
  readonly closed: Promise<number>
  send(text: string): void
  /** The same text many times, in few writes. */
  sendMany(text: string, count: number): void
  close(): void
}

export interface Handshake {
  readonly port: number
  readonly cookie?: string
  /** The client's address, as reported by a proxy. */
  readonly address?: string
  readonly headers?: Readonly<Record<string, string>>
}

const OPCODE_TEXT = 1
const OPCODE_CLOSE = 8
const OPCODE_PING = 9
const OPCODE_PONG = 10

/** A frame from a client; the mask is all zeros, so the payload is sent unchanged. */
function frame(payload: Buffer, opcode = OPCODE_TEXT): Buffer {
  const head =
    payload.length < 126
      ? Buffer.from([0x80 | opcode, 0x80 | payload.length])
      : Buffer.from([0x80 | opcode, 0x80 | 126, payload.length >> 8, payload.length & 0xff])
  return Buffer.concat([head, Buffer.alloc(4), payload])
}

/** Opens a WebSocket on `/socket.io/`; resolves with any response to the handshake. */
export function openWebSocket({ port, cookie, address, headers = {} }: Handshake): Promise<WebSocketClient> {
  const { promise: answered, resolve: answer } = Promise.withResolvers<WebSocketClient>()
  const { promise: closed, resolve: close } = Promise.withResolvers<number>()
  const received: string[] = []
  let isOpen = true
  let head = ''
  let began = performance.now()
  let rest = Buffer.alloc(0)
  const socket = connect(port, '127.0.0.1')
  socket.setNoDelay(true)

  function readFrames(): void {
    while (rest.length >= 2) {
      const short = rest[1]! & 0x7f
      const start = short < 126 ? 2 : short === 126 ? 4 : 10
      if (rest.length < start) return
      const length = short < 126 ? short : short === 126 ? rest.readUInt16BE(2) : Number(rest.readBigUInt64BE(2))
      if (rest.length < start + length) return
      const payload = rest.subarray(start, start + length)
      const opcode = rest[0]! & 0x0f
      if (opcode === OPCODE_PING) socket.write(frame(payload, OPCODE_PONG))
      // The closing side waits for the other side's close frame.
      if (opcode === OPCODE_CLOSE) socket.end(frame(payload, OPCODE_CLOSE))
      if (opcode === OPCODE_TEXT) hear(payload.toString())
      rest = rest.subarray(start + length)
    }
  }
  function hear(text: string): void {
    // Engine.IO's ping needs a pong.
    if (text === '2') client.send('3')
    else received.push(text)
  }

  const client: WebSocketClient = {
    get status() {
      return Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1] ?? 0)
    },
    get head() {
      return head
    },
    received,
    get isOpen() {
      return isOpen
    },
    closed,
    send: (text) => void socket.write(frame(Buffer.from(text))),
    sendMany(text, count) {
      const A_WRITE = 5_000
      const frames = Buffer.concat(Array<Buffer>(Math.min(A_WRITE, count)).fill(frame(Buffer.from(text))))
      for (let left = count; left > 0; left -= A_WRITE)
        socket.write(left < A_WRITE ? frames.subarray(0, (frames.length / Math.min(A_WRITE, count)) * left) : frames)
    },
    close: () => void socket.destroy(),
  }
  socket.once('connect', () => {
    began = performance.now()
    const lines = {
      Host: `127.0.0.1:${port}`,
      Upgrade: 'websocket',
      Connection: 'Upgrade',
      'Sec-WebSocket-Version': '13',
      'Sec-WebSocket-Key': randomBytes(16).toString('base64'),
      ...(cookie === undefined ? {} : { Cookie: cookie }),
      ...(address === undefined ? {} : { 'X-Forwarded-For': address }),
      ...headers,
    }
    const text = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
    socket.write(`GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\n${text.join('')}\r\n`)
  })
  socket.on('data', (bytes: Buffer) => {
    rest = Buffer.concat([rest, bytes])
    if (head === '') {
      const end = rest.indexOf('\r\n\r\n')
      if (end < 0) return
      head = rest.subarray(0, end).toString('latin1')
      rest = rest.subarray(end + 4)
      answer(client)
    }
    if (client.status === 101) readFrames()
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    isOpen = false
    answer(client)
    close(performance.now() - began)
  })
  return answered
}

/** A socket as the pages open it: accepted, and connected to the game's namespace if `received` confirms it. */
export async function openSocket(handshake: Handshake): Promise<WebSocketClient> {
  const socket = await openWebSocket(handshake)
  if (socket.status === 101) {
    await untilReceived(socket, /^0/)
    socket.send('40')
    await untilReceived(socket, /^4[04]/)
  }
  return socket
}

/** Waits until a matching text has arrived, the socket has ended or ten seconds have passed. */
export async function untilReceived({ received, closed }: WebSocketClient, text: RegExp): Promise<void> {
  let ended = false
  void closed.then(() => {
    ended = true
  })
  for (let waited = 0; waited < 10_000 && !ended && !received.some((each) => text.test(each)); waited += 5)
    await new Promise((resolve) => setTimeout(resolve, 5))
}

/** Whether a socket is connected to the game's namespace and receives its events. */
export const isConnected = ({ isOpen, received }: WebSocketClient): boolean =>
  isOpen && received.some((text) => text.startsWith('40'))
