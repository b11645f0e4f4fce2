import { createECDH } from 'node:crypto'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { Fixture } from '../../../src/areas/fixtures/contract.ts'
import { createAuthenticator } from '../../support/authenticator.ts'
import { photo } from '../../support/pictures.ts'
import { until } from '../../support/projections.ts'
import { type Game, type JsonAnswer, METRICS_TOKEN, type Player } from '../game.ts'
import { mailsOf } from '../recovery-flood.ts'
import type { Peopled } from './world.ts'

/** Values for the path, query, body and additional headers of a call. */
interface Filled {
  readonly params?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * Sends a call of the document, e.g. `POST /api/leagues/{id}/join`, as a player or a stranger (null). Throws if it does
 * not succeed.
 */
export type RightCall = (name: string, as: Player | null, filled?: Filled) => Promise<JsonAnswer>

const NEW_PASSWORD = 'another-password-1'
const BOUNDARY = 'b'
const RUN_ENDS_WITHIN_MS = 60_000
const LAST_GAMEWEEK = 38

/**
 * Calls that random requests rarely get right, as they need a token, a signature, a picture, an own object or several
 * steps. It signs out, deletes and changes passwords of its own accounts only.
 */
export async function rightCalls(call: RightCall, game: Game, people: Peopled): Promise<void> {
  const admin = people.administrators[0]!
  await call('GET /metrics', null, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  await call('POST /api/admin/unlock-account', admin, { body: { ip: '198.51.100.78' } })
  await call('POST /api/admin/achievements/retroactive', admin, { body: { dryRun: true } })
  await call('POST /api/admin/projections/{name}/rebuild', admin, { params: { name: 'following' } })
  const ruled = { params: { id: people.lateFixture } }
  const result = { homeScore: 2, awayScore: 1, reason: 'The source is silent' }
  const begun = { kickoffTime: new Date(Date.now() - 60_000).toISOString(), reason: 'Brought forward' }
  await call('POST /api/admin/fixtures/{id}/reschedule', admin, { ...ruled, body: begun })
  await call('POST /api/admin/fixtures/{id}/kick-off', admin, ruled)
  await call('POST /api/admin/fixtures/{id}/score', admin, { ...ruled, body: { homeScore: 1, awayScore: 0 } })
  await call('POST /api/admin/fixtures/{id}/result', admin, { ...ruled, body: result })
  await call('DELETE /api/admin/fixtures/{id}/result', admin, { ...ruled, body: { reason: 'The source has spoken' } })
  await sessions(call, game)
  await passkeys(call, game)
  await recovery(call, game, people)
  await pictureAndWallet(call, game)
  await leagues(call, game)
  await competition(call, game, people)
  await sharing(call, game, people)
  await testingTool(call, people)
}

async function sessions(call: RightCall, game: Game): Promise<void> {
  const leaving = await game.newPlayer('tour_leaving')
  const { username, password } = leaving
  await call('POST /api/register', null, { body: { username: 'tour_registered', password } })
  await call('POST /api/login', null, { body: { username, password } })
  await call('GET /api/players/{id}', leaving, { params: { id: leaving.id } })
  const { body } = await call('GET /api/user/sessions', leaving)
  const other = (body as { id: string; isCurrent: boolean }[]).find(({ isCurrent }) => !isCurrent)!
  await call('DELETE /api/user/sessions/{id}', leaving, { params: { id: other.id } })
  await call('POST /api/user/sessions/end-others', leaving)
  await call('GET /api/user/calendar', leaving)
  const { body: calendar } = await call('POST /api/user/calendar/renew', leaving)
  const { path } = calendar as { path: string }
  await call('GET /calendar/{file}', null, { params: { file: path.split('/').at(-1)! } })
  await reminders(call, leaving)
  await call('POST /api/user/password', leaving, {
    body: { currentPassword: leaving.password, newPassword: NEW_PASSWORD },
  })
  const again = await game.signIn({ ...leaving, password: NEW_PASSWORD })
  await call('POST /api/auth/logout', again)
  const last = await game.signIn({ ...leaving, password: NEW_PASSWORD })
  await call('DELETE /api/user', last, { body: { password: NEW_PASSWORD } })
}

async function passkeys(call: RightCall, game: Game): Promise<void> {
  const owner = await game.newPlayer('tour_keyed')
  const host = `localhost:${game.port}`
  const named = { host, origin: `http://${host}` }
  const passkey = createAuthenticator(named.origin)
  const creation = await call('POST /api/user/passkeys/options', owner, { headers: named, body: {} })
  const { body: added } = await call('POST /api/user/passkeys', owner, {
    headers: named,
    body: { name: 'Phone', credential: passkey.create(creation.body) },
  })
  const browser = { ...named, cookie: owner.cookie.split('; ').find((each) => each.startsWith('plp_browser'))! }
  const { body: options } = await call('POST /api/auth/passkey/options', null, { headers: browser })
  await call('POST /api/auth/passkey', null, { headers: browser, body: { credential: passkey.get(options) } })
  await call('DELETE /api/user/passkeys/{id}', owner, { params: { id: added.id } })
}

async function reminders(call: RightCall, player: Parameters<RightCall>[1]): Promise<void> {
  await call('GET /api/reminders', player)
  await call('PUT /api/reminders', player, { body: { mail: true, when: 'evening', timeZone: 'Europe/London' } })
  const key = createECDH('prime256v1').generateKeys('base64url')
  const { body } = await call('POST /api/reminders/push', player, {
    body: { endpoint: 'https://fcm.googleapis.com/fcm/send/1', keys: { p256dh: key, auth: 'A'.repeat(22) } },
  })
  await call('DELETE /api/reminders/push/{id}', player, { params: { id: (body as { id: string }).id } })
}

async function recovery(call: RightCall, game: Game, { administrators }: Peopled): Promise<void> {
  const email = 'tour@example.org'
  const owner = await game.newPlayer('tour_forgetful')
  const { username } = owner
  const securityAnswer = 'the old lighthouse'
  await call('PUT /api/profile', owner, {
    body: { email, securityQuestion: 'Where did you learn to swim?', securityAnswer },
  })
  const tokenOf = async (subject: RegExp): Promise<string> => {
    const found = () => mailsOf(game).find((mail) => mail.to === email && subject.test(mail.subject))?.token
    await until('the mail is there', async () => found() !== undefined, 30_000)
    return found()!
  }
  await call('POST /api/profile/email/confirm', owner, { body: { token: await tokenOf(/Confirm/) } })
  await call('POST /api/auth/get-security-question', null, { body: { username } })
  await call('POST /api/auth/security-reset-password', null, {
    body: { username, securityAnswer, newPassword: NEW_PASSWORD },
  })
  await call('POST /api/auth/forgot-password', null, { body: { username } })
  await call('POST /api/auth/reset-password', null, {
    body: { token: await tokenOf(/Reset/), newPassword: owner.password },
  })
  await call('POST /api/auth/self-reset-password', null, {
    body: { username, currentPassword: owner.password, newPassword: NEW_PASSWORD },
  })
  await call('POST /api/auth/request-admin-reset', null, { body: { username, reason: 'I forgot all of it' } })
  const requests = async () =>
    (await call('GET /api/admin/reset-requests', administrators[0]!)).body as { id: number; userId: number }[]
  await until('the request is there', async () => (await requests()).some(({ userId }) => userId === owner.id), 30_000)
  const mine = (await requests()).find(({ userId }) => userId === owner.id)!
  await call('DELETE /api/admin/reset-requests/{id}', administrators[0]!, { params: { id: mine.id } })
}

async function pictureAndWallet(call: RightCall, game: Game): Promise<void> {
  const player = await game.newPlayer('tour_pictured')
  const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="avatar"; filename="me.jpg"\r\n\r\n`
  const { body } = await call('POST /api/user/avatar', player, {
    body: Buffer.concat([Buffer.from(head), await photo(), Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
  })
  await call('GET /api/avatars/{file}', null, { params: { file: body.avatarUrl.split('/').at(-1) } })
  await call('DELETE /api/user/avatar', player)
  const wallet = privateKeyToAccount(generatePrivateKey())
  await call('PATCH /api/wallet', player, { body: { walletAddress: wallet.address } })
  const challenge = await call('POST /api/wallet/challenge', player)
  const signature = await wallet.signMessage({ message: challenge.body.message })
  await call('POST /api/wallet/verify', player, { body: { signature } })
}

async function rules(call: RightCall, founder: Player, id: number): Promise<void> {
  const { next } = (await call('GET /api/leagues/{id}/rules', founder, { params: { id } })).body
  const query = { result: '5', goalDifference: '7', exact: '10', joker: 'true', lateJoiners: 'season' }
  await call('GET /api/leagues/{id}/rules/preview', founder, { params: { id }, query })
  const { gameweek } = next
  const body = { fromGameweek: gameweek, result: 5, goalDifference: 7, exact: 10, joker: true, lateJoiners: 'season' }
  await call('PUT /api/leagues/{id}/rules', founder, { params: { id }, body })
  const fixtures: Fixture[] = (await call('GET /api/fixtures', founder)).body
  const match = fixtures.find((each) => each.gameweek === gameweek && each.isOpen)!
  const params = { id, gameweek }
  await call('PUT /api/leagues/{id}/jokers/{gameweek}', founder, { params, body: { fixtureId: match.id } })
  await call('GET /api/user/jokers', founder, { query: { gameweek: String(gameweek) } })
  await call('DELETE /api/leagues/{id}/jokers/{gameweek}', founder, { params })
  await call('DELETE /api/leagues/{id}/rules', founder, { params: { id } })
}

async function leagues(call: RightCall, game: Game): Promise<void> {
  const founder = await game.newPlayer('tour_founder')
  const member = await game.newPlayer('tour_member')
  const { id, joinCode } = (
    await call('POST /api/leagues', founder, { body: { name: 'The grand tour', type: 'public' } })
  ).body
  await call('PATCH /api/leagues/{id}', founder, { params: { id }, body: { description: 'Once around' } })
  await call('POST /api/leagues/join-code', member, { body: { joinCode } })
  await call('POST /api/leagues/{id}/join-code', founder, { params: { id } })
  await call('GET /api/leagues/{id}/provisional', founder, { params: { id } })
  await rules(call, founder, id)
  const team = (await call('POST /api/leagues/{id}/teams', founder, { params: { id }, body: { name: 'Front row' } }))
    .body
  const ofTeam = { teamId: team.id, userId: member.id }
  await call('POST /api/teams/{teamId}/members', member, { params: { teamId: team.id } })
  await call('PATCH /api/teams/{teamId}/members/{userId}', founder, { params: ofTeam, body: { role: 'vice-captain' } })
  await call('DELETE /api/teams/{teamId}/members/{userId}', member, { params: ofTeam })
  const said = (
    await call('POST /api/leagues/{id}/messages', member, { params: { id }, body: { content: 'On we go' } })
  ).body
  await call('GET /api/leagues/{id}/messages', founder, { params: { id } })
  await call('PATCH /api/messages/{id}', member, { params: { id: said.id }, body: { content: 'On we went' } })
  await call('POST /api/messages/{id}/report', founder, { params: { id: said.id } })
  await call('DELETE /api/messages/{id}', member, { params: { id: said.id } })
  const duel = { params: { id: founder.id, other: member.id } }
  await call('GET /api/players/{id}/duel/{other}', member, duel)
  await call('GET /api/players/{id}/duel/{other}/picks', member, duel)
  await call('DELETE /api/leagues/{id}/members/{userId}', member, { params: { id, userId: member.id } })
  await call('POST /api/leagues/{id}/join', member, { params: { id } })
}

async function competition(call: RightCall, game: Game, { administrators, gameweek }: Peopled): Promise<void> {
  const player = await game.newPlayer('tour_competing')
  const { id } = (
    await call('POST /api/competitions', administrators[0]!, {
      body: { name: 'The tour cup', type: 'weekly', prizePool: 100, firstGameweek: gameweek, lastGameweek: gameweek },
    })
  ).body
  await call('POST /api/competitions/{id}/join', player, { params: { id } })
  await call('POST /api/competitions/join', player, { body: { competitionIds: [id] } })
  await call('POST /api/competitions/{id}/messages', player, { params: { id }, body: { content: 'May the best win' } })
  await call('GET /api/competitions/{id}/messages', player, { params: { id } })
}

async function sharing(call: RightCall, game: Game, { administrators, fixtures, gameweek }: Peopled): Promise<void> {
  const owner = await game.newPlayer('tour_sharing')
  const reader = await game.newPlayer('tour_reading')
  const pick = { fixtureId: fixtures[0], predictedResult: 'home' }
  const { id } = (await call('POST /api/predictions', owner, { body: pick })).body
  await call('PUT /api/predictions/{id}', owner, { params: { id }, body: { predictedResult: 'draw' } })
  await call('GET /api/predictions/{id}/receipt', owner, { params: { id } })
  await call('GET /api/predictions/gameweek/{gameweek}/receipts', owner, { params: { gameweek } })
  const { shareUrl } = (
    await call('POST /api/share-predictions', owner, { body: { predictionIds: [id], title: 'My pick' } })
  ).body
  const share = { params: { shareUrl } }
  await call('GET /api/fixtures/{id}', reader, { params: { id: fixtures[0]! } })
  const [played] = (await call('GET /api/fixtures', reader)).body
  await call('GET /api/fixtures/{id}/picks', reader, { params: { id: played.id } })
  await call('GET /api/shared-predictions/{shareUrl}', null, share)
  await call('POST /api/shared-predictions/{shareUrl}/like', reader, share)
  await call('POST /api/shared-predictions/{shareUrl}/interact', reader, { ...share, body: { type: 'unlike' } })
  const comment = { ...share, body: { content: 'Bold' } }
  const comments: number[] = []
  for (let nth = 0; nth < 2; nth++)
    comments.push((await call('POST /api/shared-predictions/{shareUrl}/comments', reader, comment)).body.id)
  await call('GET /api/shared-predictions/{shareUrl}/comments', null, share)
  await call('POST /api/comments/{id}/report', owner, { params: { id: comments[0]! } })
  await call('DELETE /api/comments/{id}', reader, { params: { id: comments[1]! } })
  await call('POST /api/shared-predictions/{shareUrl}/report', reader, share)
  const admin = administrators[0]!
  const [report] = (await call('GET /api/admin/reports', admin)).body as [{ id: string }]
  await call('DELETE /api/admin/reports/{id}', admin, { params: { id: report.id } })
  await call('DELETE /api/shared-predictions/{shareUrl}', owner, share)
}

/** Every run of the testing tool, one after another. Simulated results and the news about them are cleared at the end. */
async function testingTool(call: RightCall, { administrators, gameweek }: Peopled): Promise<void> {
  const admin = administrators[0]!
  const idle = () =>
    until(
      'the run has ended',
      async () => (await call('GET /api/test/progress', admin)).body.running === null,
      RUN_ENDS_WITHIN_MS,
    )
  const run = async (name: string, filled: Filled = {}) => {
    await call(name, admin, filled)
    await idle()
  }
  const some = { users: 3, seed: 1 }
  await run('POST /api/test/create-users', { body: some })
  await run('POST /api/test/generate-predictions', { body: { gameweek, ...some } })
  await run('POST /api/test/simulate/{gameweek}', { params: { gameweek: LAST_GAMEWEEK }, body: some })
  await run('POST /api/test/generate', { body: { gameweeks: 1, ...some } })
  await run('POST /api/test/full-simulation', { body: { gameweeks: 1, ...some } })
  const articles = async () => (await call('GET /api/news', admin)).body as { url: string }[]
  await until('the game has told of it', async () => (await articles()).length > 0, RUN_ENDS_WITHIN_MS)
  const [{ url }] = (await articles()) as [{ url: string }]
  await call('GET /api/news/stories', admin)
  await call('GET /api/news/{slug}', admin, { params: { slug: url.split('/').at(-1)! } })
  const simulating = call('POST /api/test/full-simulation', admin, { body: { gameweeks: 10, users: 20, seed: 2 } })
  await until('the run has begun', async () => (await call('GET /api/test/progress', admin)).body.running !== null)
  await call('POST /api/test/stop', admin)
  await simulating
  await idle()
  await run('POST /api/test/open-season', { body: some })
  const { clubs } = (await call('GET /api/final-table', admin)).body as { clubs: { id: number }[] }
  await call('PUT /api/final-table', admin, { body: { clubIds: clubs.map(({ id }) => id) } })
  await run('POST /api/test/clear', { body: {} })
  await run('DELETE /api/test/cleanup')
}
