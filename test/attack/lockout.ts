import { type Attack, type Check, counted } from './attack.ts'
import type { Game, JsonAnswer, Player } from './game.ts'
import { each, range } from './http.ts'

const WRONG = 25
const ADDRESSES = 7
const GUESSES = 40

/** The cookie that remains in the owner's browser after the session has ended. */
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
  const guesses = await each(range(GUESSES), 10, (n) => login(game.newAddress(), `guess-${n}`))
  const looked = guesses.filter(({ status }) => status !== 429).length

  const knownBrowser = await login(game.newAddress(), password, browserOf(owner))
  const knownAddress = await login(owner.address, password)
  const fresh = await login(game.newAddress(), password)
  const wait = Number(fresh.headers['retry-after'])
  return [
    {
      holds: `${name}: after ${WRONG} wrong passwords none more is looked at, the rest 429`,
      seen: `${looked} of ${GUESSES} looked at`,
      ok: looked === 0,
    },
    {
      holds: `${name}: the known browser, and the known address, sign in at once`,
      seen: counted([`${knownBrowser.status} browser`, `${knownAddress.status} address`]),
      ok: knownBrowser.status === 200 && knownAddress.status === 200,
    },
    {
      holds: `${name}: from a fresh address the right password is refused like a wrong one, for an hour at most`,
      seen: `${fresh.status}, told to wait ${wait} s`,
      ok: fresh.status === 429 && wait > 0 && wait <= 3_600,
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
