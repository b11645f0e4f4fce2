import { setTimeout as sleep } from 'node:timers/promises'
import { type Attack, type Check, counted } from './attack.ts'
import type { Game, JsonAnswer, Player } from './game.ts'
import { each, range } from './http.ts'

const WRONG = 25
const ADDRESSES = 7
/** Past the limit one try is let through in so many milliseconds, whoever makes it. */
const ONE_EVERY_MS = 10_000
const GUESSES = 40
const OWNER_TRIES = 4

/** What is in the owner's browser once the session has ended. */
const browserOf = ({ cookie }: Player): string =>
  cookie
    .split('; ')
    .filter((pair) => !/plp_session=/.test(pair))
    .join('; ')

async function lockOut(game: Game, who: Player, name: string): Promise<Check[]> {
  const owner = await game.signIn(who)
  const { username, password } = owner
  const login = (address: string, given: string, cookie = '') =>
    game
      .send({
        method: 'POST',
        path: '/api/login',
        headers: { 'x-forwarded-for': address, 'content-type': 'application/json', ...(cookie ? { cookie } : {}) },
        body: JSON.stringify({ username, password: given }),
      })
      .then((answer): JsonAnswer => ({ ...answer, body: null }))
  const attackers = range(ADDRESSES).map(() => game.newAddress())
  await each(range(WRONG), ADDRESSES, (n) => login(attackers[n % ADDRESSES]!, `wrong-${n}`))
  const began = performance.now()
  const guesses = await each(range(GUESSES), 10, (n) => login(game.newAddress(), `guess-${n}`))
  const looked = guesses.filter(({ status }) => status !== 429).length
  const letThrough = 1 + Math.floor((performance.now() - began) / ONE_EVERY_MS)

  const knownBrowser = await login(game.newAddress(), password, browserOf(owner))
  const knownAddress = await login(owner.address, password)
  const fresh = [await login(game.newAddress(), password)]
  for (let tried = 1; tried < OWNER_TRIES && fresh.at(-1)!.status === 429; tried++) {
    const wait = Number(fresh.at(-1)!.headers['retry-after']) * 1_000
    // Told to wait for longer than one try takes: locked out.
    if (!(wait <= 2 * ONE_EVERY_MS)) break
    await sleep(wait)
    fresh.push(await login(game.newAddress(), password))
  }
  const waits = fresh.flatMap(({ headers }) => headers['retry-after'] ?? [])
  return [
    {
      holds: `${name}: after ${WRONG} wrong passwords one guess in 10 s is looked at, the rest 429`,
      seen: `${looked} of ${GUESSES} looked at`,
      ok: looked <= letThrough,
    },
    {
      holds: `${name}: the known browser, and the known address, sign in at once`,
      seen: counted([`${knownBrowser.status} browser`, `${knownAddress.status} address`]),
      ok: knownBrowser.status === 200 && knownAddress.status === 200,
    },
    {
      holds: `${name}: from a fresh address slower, never locked out`,
      seen: `${fresh.map(({ status }) => status).join(', ')}${waits.length ? ` (told to wait ${waits.join(', ')} s)` : ''}`,
      ok: fresh.at(-1)!.status === 200,
    },
  ]
}

export const lockout: Attack = {
  name: 'lockout',
  does: `${WRONG} wrong passwords from ${ADDRESSES} addresses, for a player and for the administrator`,
  async run(game) {
    const player = await game.newPlayer('lockout_target')
    return (await Promise.all([lockOut(game, player, 'player'), lockOut(game, game.admin, 'administrator')])).flat()
  },
}
