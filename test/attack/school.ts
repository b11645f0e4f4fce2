import { type Attack, counted } from './attack.ts'
import type { Player } from './game.ts'
import { openGameweek } from './growth.ts'
import { each, range } from './http.ts'
import { isConnected, openSocket } from './websocket.ts'

const PUPILS = 200
/** Requests in five minutes, all together. */
const REQUESTS = 3_000
const AT_ONCE = 20
const MISTYPING = 20

const polled = ['/api/predictions', '/api/leaderboard?limit=50', '/api/notifications/unread', '/api/user']

export const school: Attack = {
  name: 'a school',
  does: `${PUPILS} pupils at one address register, sign in, predict a gameweek, join a league by its code, hold a live connection and poll`,
  async run(game) {
    const address = game.newAddress()
    const seen: { readonly what: string; readonly status: number }[] = []
    const note = (what: string, status: number): void => void seen.push({ what, status })
    const statusesOf = (what: string): number[] => seen.filter((each) => each.what === what).map(({ status }) => status)
    const enter = async (path: string, username: string) => {
      const who = { username, password: 'password-1' }
      const answer = await game.ask(address, 'POST', path, who)
      note(path, answer.status)
    }
    const names = range(PUPILS).map((n) => `pupil_${n}`)
    await each(names, AT_ONCE, (name) => enter('/api/register', name))
    const pupils = await each(names, AT_ONCE, (username) =>
      game.signIn({ username, password: 'password-1', address }).then(
        (pupil): Player | null => pupil,
        () => null,
      ),
    )
    for (const pupil of pupils) note('/api/login', pupil ? 200 : 0)
    const here = pupils.filter((pupil) => pupil !== null)
    if (here.length === 0) throw new Error(`no pupil is signed in: ${counted(statusesOf('/api/register'))}`)

    const { gameweek, fixtures } = await openGameweek(here[0]!)
    const predictions = fixtures.map((fixtureId) => ({ fixtureId, predictedResult: 'home' }))
    await each(here, AT_ONCE, async (pupil) => {
      const { status } = await pupil.send('PUT', `/api/predictions/gameweek/${gameweek}`, { predictions })
      note('a gameweek', status)
    })
    // A league of the school. Its first pupils each mistype a code before the others join.
    const league = await here[0]!.send('POST', '/api/leagues', { name: 'School' })
    const join = (pupil: Player, joinCode: string) =>
      pupil.send('POST', '/api/leagues/join-code', { joinCode }).then(({ status }) => status)
    await each(here.slice(1, MISTYPING + 1), AT_ONCE, async (pupil) => {
      note('a league by its code', await join(pupil, league.body.joinCode))
      await join(pupil, 'MISTYPED')
    })
    await each(here.slice(MISTYPING + 1), AT_ONCE, async (pupil) => {
      note('a league by its code', await join(pupil, league.body.joinCode))
    })
    const sockets = await each(here, AT_ONCE, ({ cookie }) => openSocket({ port: game.port, cookie, address }))
    for (const socket of sockets) note('live', isConnected(socket) ? 101 : socket.status)
    // The remaining requests of the address: a page each, then polls.
    const spent = 5 * PUPILS + MISTYPING + 1
    await each(range(REQUESTS - spent), AT_ONCE, async (n) => {
      const pupil = here[n % here.length]!
      const path = n < here.length ? '/' : polled[n % polled.length]!
      note('polls and pages', (await pupil.send('GET', path)).status)
    })
    for (const socket of sockets) socket.close()
    const good = {
      '/api/register': 201,
      '/api/login': 200,
      'a gameweek': 200,
      'a league by its code': 200,
      live: 101,
      'polls and pages': 200,
    }
    return Object.entries(good).map(([what, status]) => {
      const statuses = statusesOf(what)
      const ok = statuses.length >= PUPILS - 1 && statuses.every((each) => each === status)
      return { holds: `${what}: all pass`, seen: counted(statuses), ok }
    })
  },
}
