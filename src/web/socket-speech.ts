import type { SocketRoom } from '../slice/socket-room.ts'

/** Socket.IO's CONNECT to the only namespace, with the data of the page (`contracts/live.ts`). */
const CONNECT = /^0(?:\{.{0,200}\})?$/s
/** Socket.IO's DISCONNECT. */
const LEAVE = '1'

/** A page sends a pong every 25 s and two packets when it opens another competition's chat, or another share. */
const PACKETS = { most: 20, perSecond: 5 }
const BYTES = { most: 4_096, perSecond: 1_024 }

/** Validates the messages of a page: CONNECT once, then pongs and `watch`/`unwatch`. `now`: monotonic clock in milliseconds. */
export function createSpeech(rooms: readonly SocketRoom[], now: () => number) {
  // The two events that pages send, in the format of `JSON.stringify`.
  const fields = rooms.map(({ watch }) => `"${watch.field}":${watch.pattern.source}`).join('|')
  const watch = new RegExp(`^2\\["(?:un)?watch",\\{(?:${fields})\\}\\]$`)
  const [packets, bytes] = [budget(PACKETS, now), budget(BYTES, now)]
  let hasConnected = false
  return {
    /** Counts raw bytes, because endless fragments result in no packet. False: too many. */
    bytes,
    /** Checks an Engine.IO packet. */
    packet({ type, data }: { readonly type: string; readonly data?: unknown }) {
      if (!packets(1)) return 'flood'
      if (type === 'pong') return 'fine'
      if (type !== 'message' || typeof data !== 'string') return 'speech'
      if (hasConnected) return data === LEAVE ? 'leaving' : watch.test(data) ? 'fine' : 'speech'
      hasConnected = true
      return CONNECT.test(data) ? 'fine' : 'speech'
    },
  }
}

/** A token bucket of at most `most` tokens, refilled by `perSecond`. Returns false when there are not enough tokens. */
function budget({ most, perSecond }: typeof PACKETS, now: () => number): (count: number) => boolean {
  let left = most
  let at = now()
  return (count) => {
    const then = at
    at = now()
    left = Math.min(most, left + ((at - then) / 1_000) * perSecond) - count
    return left >= 0
  }
}
