import type { SocketRoom } from '../slice/socket-room.ts'

/** Socket.IO's CONNECT to the only namespace, with what the page says of itself (`contracts/live.ts`). */
const CONNECT = /^0(?:\{.{0,200}\})?$/s
/** Socket.IO's DISCONNECT. */
const LEAVE = '1'

/** A page sends a pong every 25 s and two packets when it opens another competition's chat, or another share. */
const PACKETS = { most: 20, perSecond: 5 }
const BYTES = { most: 4_096, perSecond: 1_024 }

/** The messages of a page to the server: CONNECT once, then pongs and the rooms it joins. `now`: milliseconds that only grow. */
export function createSpeech(rooms: readonly SocketRoom[], now: () => number) {
  // The two events that pages send, as `JSON.stringify` writes them.
  const fields = rooms.map(({ watch }) => `"${watch.field}":${watch.pattern.source}`).join('|')
  const watch = new RegExp(`^2\\["(?:un)?watch",\\{(?:${fields})\\}\\]$`)
  const [packets, bytes] = [budget(PACKETS, now), budget(BYTES, now)]
  let hasAsked = false
  return {
    /** Bytes as they arrive, whatever they turn out to be: frames without end make no packet. False: too many. */
    bytes,
    /** An Engine.IO packet. */
    packet({ type, data }: { readonly type: string; readonly data?: unknown }) {
      if (!packets(1)) return 'flood'
      if (type === 'pong') return 'fine'
      if (type !== 'message' || typeof data !== 'string') return 'speech'
      if (hasAsked) return data === LEAVE ? 'leaving' : watch.test(data) ? 'fine' : 'speech'
      hasAsked = true
      return CONNECT.test(data) ? 'fine' : 'speech'
    },
  }
}

/** Takes from what has gathered: at most `most`, `perSecond` more each second; false once there is not enough. */
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
