import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { userIds } from '../../src/areas/accounts/events.ts'
import { TYPES } from '../../src/identifiers.ts'
import { enter, openFixtures, predict } from './achievements.ts'
import type { TestApp } from './app.ts'
import { createAuthenticator } from './authenticator.ts'
import { answered } from './competitions.ts'
import { joinedBy, leagueOf, type Player, players, reacted, teamIn } from './leagues.ts'
import { form, photo } from './pictures.ts'
import { until } from './projections.ts'
import { readMail } from './recovery.ts'
import { pageOf, sharedBy } from './sharing.ts'

/** A number used for nothing else: any row that contains it is about this player. */
export const PERSON = 1_987_654_321
/** A word used for nothing else: it is in the player's name, address and everything they write. */
export const WORD = 'zebrafinch'
export const WALLET = '0x52908400098527886E0F7030069857D2E4169EE7'
export const PASSWORD = 'password-1'

/** A player who has used every feature, a friend, and an administrator. */
export interface Lived {
  readonly person: Player
  readonly friend: Player
  readonly admin: Awaited<ReturnType<TestApp['admin']>>
  /** Repeats a command with its original key; the response names the person. */
  repeat(): Promise<{ status: number; body: any }>
}

type Mail = ReturnType<typeof readMail>

/** The mails in the outbox of a `DATA_DIR`. */
export function mailsIn(dataDir: string): Mail[] {
  const outbox = path.join(dataDir, 'outbox')
  if (!existsSync(outbox)) return []
  const names = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
  return names.map((name) => readMail(readFileSync(path.join(outbox, name), 'utf8')))
}

/** The `PUBLIC_URL` of the app: passkeys need a domain. */
export const PUBLIC_URL = 'https://plp.example'

/** Exercises every feature that stores data of a player. `dataDir`: where the app puts its mails. */
export async function livedIn(app: TestApp, dataDir: string): Promise<Lived> {
  await app.container.get(TYPES.Ids).raiseAbove(userIds, PERSON - 1)
  const client = await app.player(WORD)
  const person: Player = {
    ...{ id: PERSON, username: WORD, get: client.get, call: client.request },
    get cookie() {
      return client.cookie
    },
  }
  expect((await person.get('/api/user')).id).toBe(PERSON)
  const [friend] = (await players(app, ['bob'])) as [Player]
  const admin = await app.admin()
  const done = async (answer: Promise<{ status: number; body: any }>): Promise<any> => {
    const { status, body } = await answer
    expect(status, body?.detail).toBeLessThan(300)
    return body
  }
  const does = (method: string, target: string, body?: unknown, headers?: Record<string, string>) =>
    done(person.call(method, target, body, headers))

  const [one, two] = await openFixtures(app, person)
  await predict(person, one!.id, 2, 1)
  await predict(friend, one!.id, 2, 1)
  await predict(person, two!.id, 0, 0)
  const league = await leagueOf(person, { name: 'Somebody’s own' })
  await joinedBy(league, friend)
  await teamIn(league, person)
  await leagueOf(person, { name: 'Of nobody else' })

  const room = `/api/leagues/${league.id}/messages`
  const hello = await done(friend.call('POST', room, { content: 'Hello' }))
  const message = await does('POST', room, { content: `Says the ${WORD}` })
  await does('PATCH', `/api/messages/${message.id}`, { content: `Says the ${WORD} once more` })
  await does('POST', `/api/messages/${hello.id}/report`, { reason: `Rude to a ${WORD}` })
  const deleted = await does('POST', room, { content: `Not what a ${WORD} says` })
  await does('DELETE', `/api/messages/${deleted.id}`)

  // Afterwards no row mentions leagues and teams that the player left or was removed from.
  const his = await leagueOf(friend, { name: 'A friend’s' })
  await joinedBy(his, person)
  const there = `/api/leagues/${his.id}/messages`
  const unkind = await does('POST', there, { content: `Unkind of a ${WORD}` })
  await done(friend.call('POST', `/api/messages/${unkind.id}/report`, { reason: 'Only a test' }))
  const [report] = await admin.get('/api/admin/reports?limit=1')
  await done(admin.delete(`/api/admin/reports/${report.id}`))
  await done(friend.call('DELETE', `/api/messages/${unkind.id}`))
  await done(friend.call('DELETE', `/api/leagues/${his.id}/members/${PERSON}`))

  const seasonal = (await admin.get('/api/competitions')).find(({ type }: { type: string }) => type === 'seasonal')
  await does('POST', `/api/competitions/${seasonal.id}/join`, {})
  const feedback = { category: 'bug', title: 'Something', description: 'It does not work.' }
  await does('POST', '/api/feedback', feedback)
  const other = await done(friend.call('POST', '/api/feedback', feedback))
  await does('POST', `/api/feedback/${other.id}/vote`)
  await does('PUT', '/api/notifications/settings', { muted: ['gameweek'] })

  const own: { id: number }[] = await person.get('/api/predictions')
  const texts = { title: `Of a ${WORD}`, description: `A ${WORD} has thought about it` }
  const hers = await sharedBy(
    person,
    own.map(({ id }) => id),
    texts,
  )
  const theirs = await sharedBy(friend, [(await friend.get('/api/predictions'))[0].id])
  for (const [player, share, words] of [
    [person, theirs, `A ${WORD} says so`],
    [friend, hers, 'Only a test'],
  ] as const) {
    await done(player.call('POST', `${pageOf(share)}/comments`, { content: words }))
    for (const type of ['like', 'share']) await done(player.call('POST', `${pageOf(share)}/interact`, { type }))
    await done(player.call('POST', `${pageOf(share)}/report`, { reason: words }))
    await player.get(pageOf(share))
  }
  await done(friend.call('PUT', `/api/users/${PERSON}/follow`))
  await does('PUT', `/api/users/${friend.id}/follow`)
  await does('DELETE', `/api/users/${friend.id}/follow`)
  await does('PATCH', '/api/wallet', { walletAddress: WALLET })
  await does('POST', '/api/wallet/challenge')
  await does('POST', '/api/user/calendar/renew')

  const recovery = { email: `${WORD}@example.org`, securityQuestion: `Which ${WORD}?`, securityAnswer: 'The small one' }
  await does('PUT', '/api/profile', recovery)
  const said = { firstName: 'Zoe', lastName: WORD, bio: `Is a ${WORD}`, location: `Where a ${WORD} lives` }
  await does('PUT', '/api/profile', { ...said, phone: '07700 900123', favoriteTeam: 3 })
  const body = form(await photo())
  const picture = await fetch(`${app.url}/api/user/avatar`, {
    method: 'POST',
    headers: { cookie: person.cookie },
    body,
  })
  expect(picture.status).toBe(200)
  const { token } = await mailOf(dataDir, 'Confirm your email address for PLP')
  await does('POST', '/api/profile/email/confirm', { token })
  const passkey = createAuthenticator(PUBLIC_URL).create(await does('POST', '/api/user/passkeys/options', {}))
  await does('POST', '/api/user/passkeys', { name: `Phone of a ${WORD}`, credential: passkey })
  await mailOf(dataDir, 'A passkey was added to your PLP account')
  await done(app.client().post('/api/auth/forgot-password', { username: WORD }))
  await mailOf(dataDir, 'Reset your PLP password')
  const reset = `/api/admin/users/${PERSON}/reset-password`
  const { newPassword } = await done(admin.post(reset, { reason: `The ${WORD} asked on the phone` }))
  await done(client.post('/api/login', { username: WORD, password: newPassword }))
  await does('POST', '/api/user/password', { currentPassword: newPassword, newPassword: PASSWORD })
  await done(
    app.client().post('/api/auth/request-admin-reset', { username: WORD, reason: `The ${WORD} has lost it again` }),
  )
  await mailOf(dataDir, 'Your PLP password was changed')
  await until('the request waits', async () => (await admin.get('/api/admin/reset-requests')).length > 0)

  app.clock.set(new Date(Date.parse(one!.kickoffTime) + 2 * 3_600_000).toISOString())
  await enter(admin, one!.id, 2, 1)
  await answered(app)
  await reacted(app)

  // First responses are kept for a day, so the clock stays fixed from here on.
  await does('POST', room, { content: `A ${WORD} says it with a key` }, { 'idempotency-key': 'of-a-message' })
  const role = `/api/admin/users/${PERSON}/role`
  const repeat = () => admin.request('PATCH', role, { role: 'user' }, { 'idempotency-key': 'of-a-role' })
  expect((await done(repeat())).username).toBe(WORD)
  await app.settled()
  return { person, friend, admin, repeat }
}

/** The mail with this subject, once it is in the outbox. */
async function mailOf(dataDir: string, subject: string): Promise<Mail> {
  let found: Mail | undefined
  await until(`a mail: ${subject}`, async () => {
    found = mailsIn(dataDir).find((mail) => mail.subject === subject)
    return found !== undefined
  })
  return found!
}
