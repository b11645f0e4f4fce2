import { createECDH } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/projections.ts'
import { type Attack, type Check, counted } from './attack.ts'
import type { Game, Player } from './game.ts'
import { openGameweek } from './growth.ts'
import { each, range } from './http.ts'

const LEAVERS = 24
const CHANGES = 12
const FEEDBACK = { category: 'bug', title: 'Something', description: 'It does not work.' }
/** Contained in everything that a leaving player writes about themselves. */
const WORD = 'siskinwillow'
/** Time that a player's writes take to complete, and the longest delay until the account ends; in milliseconds. */
const SPREAD_MS = 200

/** Objects of others that the leaving players write about. */
interface Others {
  readonly founder: number
  readonly league: number
  readonly team: number
  readonly share: string
  readonly competition: number
  readonly feedback: number
}

async function othersOf({ id: founder, send }: Player, fixtureId: number): Promise<Others> {
  const made = async (path: string, body: unknown) => (await send('POST', path, body)).body
  const { id: league } = await made('/api/leagues', { name: 'A league to leave', type: 'public' })
  const { id: team } = await made(`/api/leagues/${league}/teams`, { name: 'A team to leave', maxMembers: 10 })
  const { id: pick } = await made('/api/predictions', { fixtureId, predictedResult: 'draw' })
  const { shareUrl: share } = await made('/api/share-predictions', { predictionIds: [pick], title: 'To like' })
  const { id: feedback } = await made('/api/feedback', FEEDBACK)
  const { body: competitions } = await send('GET', '/api/competitions')
  const { id: competition } = (competitions as { id: number; status: string }[]).find(
    ({ status }) => status !== 'ended',
  )!
  return { founder, league, team, share, competition, feedback }
}

/** Concurrent writes of a player whose account is ending. */
function writesOf(
  game: Game,
  player: Player,
  fixtures: readonly number[],
  { founder, league, team, share, competition, feedback }: Others,
): (() => Promise<{ status: number }>)[] {
  const endpoint = `https://fcm.googleapis.com/fcm/send/${player.id}`
  const keys = { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'A'.repeat(22) }
  const send =
    (method: string, path: string, body?: unknown, headers = {}) =>
    () =>
      player.send(method, path, body, headers)
  return [
    ...fixtures.map((fixtureId) => send('POST', '/api/predictions', { fixtureId, predictedResult: 'home' })),
    send('POST', `/api/leagues/${league}/join`, {}),
    send('POST', `/api/leagues/${league}/messages`, { content: `Says ${WORD}` }, { 'idempotency-key': 'last-words' }),
    send('POST', '/api/leagues', { name: 'Left at once', type: 'public' }),
    send('PUT', '/api/profile', { firstName: WORD, bio: `Is ${WORD}`, location: WORD, phone: '07700 900123' }),
    send('PUT', '/api/profile', { email: `${WORD}.${player.id}@example.org` }),
    send('PUT', '/api/profile', { securityQuestion: `Which ${WORD}?`, securityAnswer: 'The small one' }),
    send('PATCH', '/api/wallet', { walletAddress: '0x52908400098527886e0f7030069857d2e4169ee7' }),
    send('POST', '/api/wallet/challenge'),
    send('PUT', '/api/notifications/settings', { muted: ['gameweek'] }),
    send('POST', '/api/feedback', FEEDBACK),
    send('POST', `/api/feedback/${feedback}/vote`),
    send('POST', '/api/reminders/push', { endpoint, keys }),
    send('PUT', '/api/reminders', { mail: true, when: 'evening' }),
    send('POST', '/api/user/calendar/renew'),
    send('PUT', `/api/users/${founder}/follow`),
    send('POST', `/api/teams/${team}/members`, {}),
    send('POST', `/api/competitions/${competition}/join`, {}),
    send('POST', `/api/shared-predictions/${share}/like`),
    send('POST', `/api/shared-predictions/${share}/comments`, { content: `Likes ${WORD}` }),
    send('POST', `/api/shared-predictions/${share}/report`, { reason: `Names ${WORD}` }),
    send('POST', '/api/user/achievements/check'),
    // From another browser: a sign-in ends the session of its own (T4), and the account would not end.
    () => game.ask(player.address, 'POST', '/api/login', { username: player.username, password: player.password }),
  ]
}

/** Tables with a row that contains the word or one of these user ids. */
async function leftOf(game: Game, ids: readonly number[]): Promise<string[]> {
  const { rows } = await game.database.query<{ name: string; of_users: string | null }>(
    `select format('%I.%I', t.table_schema, t.table_name) as name, (
       select string_agg(format('%I = any($2)', c.column_name), ' or ') from information_schema.columns c
       where c.table_schema = t.table_schema and c.table_name = t.table_name and c.column_name = 'user_id') as of_users
     from information_schema.tables t
     where t.table_schema in ('app', 'read') and t.table_type in ('BASE TABLE', 'VIEW')`,
  )
  const left: string[] = []
  for (const { name, of_users: ofUsers } of rows) {
    if (name === 'app.erased_people') continue
    const named = await game.database.query(
      `select from ${name} t where to_jsonb(t)::text like $1 or ($2::bigint[] is not null and ${ofUsers ?? 'false'}) limit 1`,
      [`%${WORD}%`, ids],
    )
    if (named.rowCount) left.push(name)
  }
  return left
}

async function leaving(game: Game): Promise<Check[]> {
  const [founder] = await game.players(1)
  const leavers = await each(range(LEAVERS), 4, (n) => game.newPlayer(`leaver_${n}`))
  const { fixtures } = await openGameweek(leavers[0]!)
  const others = await othersOf(founder!, fixtures[0]!)
  const statuses: number[] = []
  const ended = await each(leavers, 8, async (player, nth) => {
    const writes = writesOf(game, player, fixtures.slice(0, 4), others).map(async (write, index) => {
      await sleep((index * 37) % SPREAD_MS)
      statuses.push((await write()).status)
    })
    await sleep((nth * 53) % SPREAD_MS)
    const { status, body } = await player.send('DELETE', '/api/user', { password: player.password })
    await Promise.all(writes)
    return status === 204 ? status : `${status} ${body?.detail}`
  })
  const ids = leavers.map(({ id }) => id)
  // Counters of a request that was still running are deleted within the hour.
  const isLater = (name: string): boolean => name === 'app.allowances' || name === 'app.idempotency_keys'
  let left: string[] = []
  const isNothingLeft = async (): Promise<boolean> => {
    left = (await leftOf(game, ids)).filter((name) => !isLater(name))
    return left.length === 0
  }
  await until('nothing is left', isNothingLeft, 20_000).catch(() => undefined)
  const after = await each(leavers, 8, async ({ send }) => (await send('GET', '/api/user')).status)
  return [
    {
      holds: `${LEAVERS} players end their accounts in the midst of picks, words, wallets and sign-ins: none of it fails`,
      seen: `${counted(ended)} ended; ${counted(statuses)}`,
      ok: ended.every((status) => status === 204) && !statuses.some((status) => status === 0 || status === 500),
    },
    {
      holds: 'nothing of them is left in any table or view, and no session',
      seen: `${left.length === 0 ? 'nothing' : left.join(', ')}; ${counted(after)}`,
      ok: left.length === 0 && after.every((status) => status === 401),
    },
  ]
}

/** A thief signs in with the old password while the owner changes it. */
async function changing(game: Game): Promise<Check> {
  const players = await each(range(CHANGES), 4, (n) => game.newPlayer(`changer_${n}`))
  const outcomes = await each(players, 3, async (owner) => {
    const changed = owner.send('POST', '/api/user/password', {
      currentPassword: owner.password,
      newPassword: 'quite-another-1',
    })
    const thieves = range(4).map(async (n) => {
      await sleep(n * 40)
      return game.signIn({ ...owner, address: game.newAddress() }).catch(() => null)
    })
    const { status } = await changed
    const inside = (await Promise.all(thieves)).filter((thief) => thief !== null)
    const stayed = await Promise.all(inside.map(async (thief) => (await thief.send('GET', '/api/user')).status))
    return { status, stayed: stayed.filter((each) => each === 200).length }
  })
  const stayed = outcomes.reduce((sum, each) => sum + each.stayed, 0)
  return {
    holds: 'no session that was begun with the old password outlives the new one',
    seen: `${counted(outcomes.map(({ status }) => status))} changed, ${stayed} stayed`,
    ok: stayed === 0 && outcomes.some(({ status }) => status === 200),
  }
}

export const endings: Attack = {
  name: 'endings',
  does: `${LEAVERS} accounts end while their players do everything at once; sign-ins with passwords that are being changed`,
  run: async (game) => [...(await leaving(game)), await changing(game)],
}
