import { type Attack, type Check, counted, milliseconds } from './attack.ts'
import type { Game, JsonAnswer, Player } from './game.ts'
import { each, range } from './http.ts'
import { startProbe } from './probe.ts'

const AT_ONCE = 200
const PLAYERS = 20
/** Time limit for responses to other clients meanwhile. */
const OTHERS_WAIT_MS = 500

/** Searches that may be difficult for a pattern, a number or an index. */
const SEARCHES = [
  '%%%',
  '%',
  '_'.repeat(30),
  '(a+)+$',
  '[',
  '\\',
  '\\%',
  "' or 1=1 --",
  '#',
  '#999999999999999',
  '\u0000',
]

/** Requests a path many times at once, from many players in turn. None may fail, nor delay other clients. */
async function requestRepeatedly(
  game: Game,
  players: readonly Player[],
  path: string,
  refusals: readonly number[],
): Promise<Check> {
  const probe = startProbe(game.port)
  const answers = await each(range(AT_ONCE), AT_ONCE, (n) => players[n % players.length]!.send('GET', path))
  const { slowestMs } = await probe.stop()
  const isKept = ({ status, headers }: JsonAnswer): boolean =>
    status === 200 || (refusals.includes(status) && Number(headers['retry-after']) > 0)
  return {
    holds: `${path} ${AT_ONCE} times at once, by ${players.length}: others are answered within ${OTHERS_WAIT_MS} ms`,
    seen: `${counted(answers.map(({ status }) => status))}; the slowest took ${milliseconds(slowestMs)}`,
    ok: answers.every(isKept) && answers.some(({ status }) => status === 200) && slowestMs <= OTHERS_WAIT_MS,
  }
}

/** A client that repeats an export does not block the exports of others. */
async function fairExports([greedy, other]: readonly Player[]): Promise<Check> {
  let isOver = false
  const asking = each(range(AT_ONCE), 30, async () =>
    isOver ? 0 : (await greedy!.send('GET', '/api/user/export')).status,
  )
  const { status, ms } = await other!.send('GET', '/api/user/export')
  isOver = true
  await asking
  return {
    holds: 'while one player asks for their copy 30 times at once another is given theirs',
    seen: `${status} after ${milliseconds(ms)}`,
    ok: status === 200,
  }
}

async function searches(game: Game): Promise<Check> {
  const paths = [...SEARCHES, 'x'.repeat(10_000)].flatMap((search) =>
    ['/api/admin/users', '/api/users'].map((path) => `${path}?search=${encodeURIComponent(search)}`),
  )
  const answers = await each(paths, 8, async (path) => ({ path, ...(await game.admin.send('GET', path)) }))
  const wrong = answers.filter(({ status, body }) => status !== 400 && !(status === 200 && body.length === 0))
  const slowest = Math.max(...answers.map(({ ms }) => ms))
  return {
    holds: 'a search for what is no name finds nobody, or is a 400',
    seen: `${counted(answers.map(({ status }) => status))}; the slowest took ${milliseconds(slowest)}`,
    ok: wrong.length === 0,
    details: wrong.map(({ path, status, text }) => `${path.slice(0, 100)}: ${status} ${text.slice(0, 200)}`),
  }
}

async function enumerated(player: Player): Promise<Check> {
  const answers = await each(range(300), 20, (n) => player.send('GET', `/api/players/${n + 1}`))
  const told = answers.filter(({ status }) => status === 200)
  const secret = told.filter(({ text }) => /"(email|phone|role|lastLoginAt|walletAddress|passwordHash)"/.test(text))
  return {
    holds: '300 pages of players in a row tell what everybody may know',
    seen: `${counted(answers.map(({ status }) => status))}, ${secret.length} with more`,
    ok: told.length > 0 && secret.length === 0 && answers.every(({ status }) => status === 200 || status === 404),
  }
}

export const costlyReads: Attack = {
  name: 'costly reads',
  does: `exports and analytics ${AT_ONCE} times at once, searches that find nothing, pages of players in a row`,
  async run(game) {
    const players = await game.players(PLAYERS)
    return [
      await requestRepeatedly(game, players.slice(0, 1), '/api/user/export', [429]),
      await requestRepeatedly(game, players, '/api/user/export', [429, 503]),
      await fairExports(players),
      await requestRepeatedly(game, players, '/api/analytics/predictions', []),
      await requestRepeatedly(game, players, '/api/profile/stats', []),
      await searches(game),
      await enumerated(players[0]!),
    ]
  },
}
