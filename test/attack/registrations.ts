import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, counted, milliseconds } from './attack.ts'
import { each, range } from './http.ts'

const AT_ONCE = 270
const AN_HOUR = 300
/** Time limit for another user's login meanwhile: it waits for hashes that have begun, and for other logins. */
const LOGIN_WITHIN_MS = 1_000
const BOUND_MS = 25_000
/** A queue that is full lets a client try again in seconds; the limit of the hour does not. */
const FULL_S = 60

export const registrations: Attack = {
  name: 'registrations',
  does: `${AT_ONCE} registrations at once from one /64, then more until none is taken; others sign in meanwhile`,
  async run(game) {
    const others = await game.players(12)
    let tried = 0
    const register = () => {
      const n = tried++
      const who = { username: `flood_${n}`, password: 'password-1' }
      return game.ask(`2001:db8:5c:1::${n.toString(16)}`, 'POST', '/api/register', who)
    }
    let flooding = true
    const flood = Promise.all(range(AT_ONCE).map(register)).finally(() => {
      flooding = false
    })
    const logins = []
    const deadline = performance.now() + BOUND_MS
    for (let turn = 0; flooding && performance.now() < deadline; turn++) {
      const { username, password, address } = others[turn % others.length]!
      logins.push(game.ask(address, 'POST', '/api/login', { username, password }))
      await sleep(150)
    }
    const seen = await Promise.all(logins)
    const answers = [...(await flood)]
    const isFull = ({ status, headers }: (typeof answers)[number]) =>
      status === 429 && Number(headers['retry-after']) > FULL_S
    // Deferred clients retry until the hour's quota is used up.
    for (let round = 0; round < 15 && !answers.slice(-20).every(isFull); round++)
      answers.push(...(await each(range(40), 20, register)))
    const accepted = answers.filter(({ status }) => status === 201).length
    const last = answers.at(-1)!
    const slowest = Math.max(...seen.map(({ ms }) => ms))
    return [
      {
        holds: `meanwhile no login of others is refused, none takes more than ${milliseconds(LOGIN_WITHIN_MS)}`,
        seen: `${counted(seen.map(({ status }) => status))}, the slowest ${milliseconds(slowest)}`,
        ok: seen.every(({ status }) => status === 200) && slowest <= LOGIN_WITHIN_MS,
      },
      {
        holds: `${AN_HOUR} registrations an hour and address or /64, then 429 with Retry-After`,
        seen: `${accepted} accepted of ${answers.length}, at last ${last.status}`,
        ok: accepted <= AN_HOUR && isFull(last),
      },
    ]
  },
}
