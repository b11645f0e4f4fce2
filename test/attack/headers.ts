import type { IncomingHttpHeaders } from 'node:http'
import type { Attack } from './attack.ts'
import { openWebSocket } from './websocket.ts'

/** Headers that every response must have, with a pattern for each value. */
const REQUIRED: Readonly<Record<string, RegExp>> = {
  'content-security-policy': /frame-ancestors 'none'/,
  'x-content-type-options': /^nosniff$/,
  'referrer-policy': /^no-referrer$/,
  'x-frame-options': /^DENY$/,
  'strict-transport-security': /max-age=31536000/,
}

/** Names of the security headers that a response lacks. */
export const missingHeaders = (headers: IncomingHttpHeaders): string[] =>
  Object.entries(REQUIRED).flatMap(([name, value]) => (value.test(String(headers[name] ?? '')) ? [] : [name]))

/** Parses the headers from the raw head of a response. */
function headersOf(head: string): IncomingHttpHeaders {
  const lines = head.split('\r\n').slice(1)
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':')
      return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()]
    }),
  )
}

const polling = '/socket.io/?EIO=4&transport=polling'

export const headers: Attack = {
  name: 'socket refusals',
  does: 'what /socket.io refuses: polling, other versions, no session, another origin',
  async run(game) {
    const player = await game.newPlayer('refused')
    const { cookie, address } = player
    const from = { 'x-forwarded-for': address }
    const asked = {
      polling: await game.send({ path: polling, headers: from }),
      'polling with a session': await game.send({ path: polling, headers: { ...from, cookie } }),
      'a POST': await game.send({ method: 'POST', path: polling, headers: from, body: '40' }),
      'another version': await game.send({ path: '/socket.io/?EIO=3&transport=websocket', headers: from }),
      'an unknown session': await game.send({ path: `${polling}&sid=x`, headers: from }),
    }
    const upgrades = {
      'no session': await openWebSocket({ port: game.port, address }),
      'another origin': await openWebSocket({
        port: game.port,
        address,
        cookie,
        headers: { Origin: 'https://evil.example' },
      }),
    }
    for (const socket of Object.values(upgrades)) socket.close()
    const refusals = [
      ...Object.entries(asked).map(([name, { status, headers }]) => ({ name, status, headers })),
      ...Object.entries(upgrades).map(([name, { status, head }]) => ({ name, status, headers: headersOf(head) })),
    ]
    const lacking = refusals.filter(({ headers }) => missingHeaders(headers).length > 0)
    const letIn = refusals.filter(({ status }) => !(status >= 400 && status < 500))
    return [
      {
        holds: 'each is refused with the security headers',
        seen: [
          `${refusals.length - lacking.length} of ${refusals.length} have them`,
          ...letIn.map(({ name, status }) => `${name}: ${status}`),
        ].join('; '),
        ok: lacking.length === 0 && letIn.length === 0,
        details: lacking.map(({ name, headers }) => `${name} lacks ${missingHeaders(headers).join(', ')}`),
      },
    ]
  },
}
