/** Reads what one client says; each call tells whether it may. */
interface Speech {
  /** An Engine.IO packet. */
  packet(packet: { readonly type: string; readonly data?: unknown }): 'fine' | 'leaving' | 'speech' | 'flood'
  /** Bytes as they arrive, whatever they turn out to be: frames without end make no packet. */
  bytes(count: number): boolean
}

/** Socket.IO's CONNECT to the only namespace, with what the page says of itself (`contracts/live.ts`). */
const CONNECT = /^0(?:\{.{0,200}\})?$/s
/** Socket.IO's DISCONNECT. */
const LEAVE = '1'
/** The two events that pages send, as `JSON.stringify` writes them. */
const WATCH = /^2\["(?:un)?watch",\{"(?:competitionId":\d{1,10}|shareUrl":"[\w-]{22}")\}\]$/

/** A page sends a pong every 25 s and two packets when it opens another competition's chat, or another share. */
const PACKETS = { most: 20, perSecond: 5 }
const BYTES = { most: 4_096, perSecond: 1_024 }

/** What a page says to the server: CONNECT once, then pongs and which chats and shares it shows. `now`: milliseconds that only grow. */
export function createSpeech(now: () => number): Speech {
  const [packets, bytes] = [budget(PACKETS, now), budget(BYTES, now)]
  let hasAsked = false
  return {
    bytes: (count) => bytes(count),
    packet({ type, data }) {
      if (!packets(1)) return 'flood'
      if (type === 'pong') return 'fine'
      if (type !== 'message' || typeof data !== 'string') return 'speech'
      if (hasAsked) return data === LEAVE ? 'leaving' : WATCH.test(data) ? 'fine' : 'speech'
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
