import { type Attack, type Check, counted } from './attack.ts'
import type { Game } from './game.ts'
import { each, range } from './http.ts'

const REQUESTS = 7_000
/** Number of requests in five minutes from one address that must pass. */
const MUST_PASS = 3_000
const FAILED_LOGINS = 5

/** One client, written in several ways; all of them have to be counted as one client. */
const written: Readonly<Record<string, (n: number) => string>> = {
  'IPv4 with a port': (n) => `198.51.100.7:${1_024 + n}`,
  'IPv6 with a port': (n) => `[2001:db8:a::1]:${1_024 + n}`,
  'one /64': (n) => `2001:db8:b:1:${n.toString(16)}:${n}:1:${n + 1}`,
  'IPv4 as IPv6': (n) => (n % 2 ? '198.51.100.8' : '::ffff:198.51.100.8'),
  'what is no address': (n) => `_hidden${n}`,
}

async function failedLogins(game: Game, name: string, address: (n: number) => string): Promise<Check> {
  const statuses: number[] = []
  for (let n = 0; n < FAILED_LOGINS + 3; n++) {
    const who = { username: `nobody_${name.length}_${n}`, password: 'wrong-password' }
    statuses.push((await game.ask(address(n), 'POST', '/api/login', who)).status)
  }
  return {
    holds: `${name}: one client, locked after ${FAILED_LOGINS} failed logins`,
    seen: counted(statuses),
    ok: counted(statuses) === `${FAILED_LOGINS} × 401, 3 × 429`,
  }
}

export const addresses: Attack = {
  name: 'addresses',
  does: `${REQUESTS.toLocaleString('en')} requests from as many addresses of one /64; failed logins of one client written in many ways`,
  async run(game) {
    const answers = await each(range(REQUESTS), 40, (n) =>
      game.send({
        path: '/api/user',
        headers: { 'x-forwarded-for': `2001:db8:64:1:${(n >> 8).toString(16)}:${n.toString(16)}:0:1` },
      }),
    )
    // A stranger gets a 401; one who sends too many requests gets a 429.
    const passed = answers.filter(({ status }) => status === 401).length
    const checks: Check[] = [
      {
        holds: `one /64 is one client: ${MUST_PASS.toLocaleString('en')} requests in five minutes pass, not all`,
        seen: counted(answers.map(({ status }) => status)),
        ok: passed >= MUST_PASS && passed < REQUESTS,
      },
    ]
    for (const [name, address] of Object.entries(written)) checks.push(await failedLogins(game, name, address))
    return checks
  },
}
