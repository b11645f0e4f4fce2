import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { recoveryStream } from '../../src/areas/recovery/events.ts'
import { createOutbox } from '../../src/areas/recovery/outbox.ts'
import { recoveryDecider } from '../../src/areas/recovery/recovery-decider.ts'
import { createRecoveryServices } from '../../src/areas/recovery/services.ts'
import { createMailTransport } from '../../src/areas/recovery/transport.ts'
import { PUBLIC_URL, startMailServer, startRecovery } from '../support/recovery.ts'
import { statementsOf } from '../support/statements.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NEW = 'brand-new-1'

type Game = Awaited<ReturnType<typeof startRecovery>>
let game: Game
beforeAll(async () => {
  game = await startRecovery()
})
afterAll(() => game.stop())

let nextHost = 0
let ip: string
beforeEach(() => {
  nextHost++
  ip = `198.51.${100 + Math.floor(nextHost / 250)}.${nextHost % 250}`
})
const from = (address = ip) => game.client({ 'x-forwarded-for': address })
const ask = (path: string, body: object, address = ip) => from(address).post(`/api/auth/${path}`, body)
const canSignIn = async (username: string, password: string) =>
  (await from(`203.0.113.${nextHost % 250}`).login(username, password)).status === 200
let nextPlayer = 1
const player = (given?: Parameters<Game['player']>[1]) => game.player(`player-${nextPlayer++}`, given)
/** Requests a link and returns the token of the newest mail. */
async function tokenOf(who: { username: string; email: string }) {
  const before = new Set(game.mailsTo(who.email).map(({ id }) => id))
  await ask('forgot-password', { username: who.username })
  await game.work()
  return game.mailsTo(who.email).find(({ id, subject }) => !before.has(id) && /Reset/.test(subject))?.token
}

describe('a link by mail (R110)', () => {
  test('goes to the confirmed address, as text and HTML, from the address of the settings (T18)', async () => {
    const ada = await player()
    await ask('forgot-password', { username: ada.username.toUpperCase() })
    expect(game.mailsTo(ada.email).some(({ subject }) => /Reset/.test(subject))).toBe(false)
    await game.work()
    const mail = game.mailsTo(ada.email).find(({ subject }) => subject === 'Reset your PLP password')!
    expect([mail.from, mail.token?.length]).toEqual(['PLP <no-reply@plp.example>', 32])
    expect(mail.body).toContain(`Hello ${ada.username},`)
    expect(mail.body.match(new RegExp(`${PUBLIC_URL}/forgot-password\\?token=${mail.token}`, 'g'))?.length).toBe(3)
    expect(mail.raw).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/)
    expect(mail.raw).toContain('Auto-Submitted: auto-generated')
  })

  test('sets a new password once, and ends every session (T19, T22)', async () => {
    const ada = await player()
    const token = await tokenOf(ada)
    const reset = await ask('reset-password', { token, newPassword: NEW })
    expect([reset.status, reset.body, reset.setCookie]).toEqual([
      200,
      { message: 'Password reset successful' },
      undefined,
    ])
    expect((await ada.client.get('/api/user')).status).toBe(401)
    expect([await canSignIn(ada.username, 'secret-1'), await canSignIn(ada.username, NEW)]).toEqual([false, true])
    const again = await ask('reset-password', { token, newPassword: 'another-1' })
    expect([again.status, again.body.detail]).toEqual([400, 'Invalid or expired reset token. Please try again.'])
    const [event] = (await game.events('UserPasswordChanged')).slice(-1)
    expect([event?.data, event?.metadata.actor]).toEqual([{ userId: ada.id, how: 'token' }, ada.id])
    await game.work()
    expect(game.mailsTo(ada.email).map(({ subject }) => subject)).toContain('Your PLP password was changed')
  })

  test('works for one of twenty concurrent uses', async () => {
    const ada = await player()
    const token = await tokenOf(ada)
    const tries = Array.from({ length: 20 }, (_, n) =>
      ask('reset-password', { token, newPassword: `chosen-by-${n}` }, `192.0.2.${n}`),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 400)).toHaveLength(19)
    expect(await canSignIn(ada.username, `chosen-by-${statuses.indexOf(200)}`)).toBe(true)
  })

  test('expires after 60 minutes, or with a newer one; unknown, used and expired ones get the same response', async () => {
    const ada = await player()
    const older = await tokenOf(ada)
    const newer = await tokenOf(ada)
    const refusal = async (token: unknown) => {
      const { status, body } = await ask('reset-password', { token, newPassword: NEW })
      return [status, body.detail]
    }
    const refused = [400, 'Invalid or expired reset token. Please try again.']
    expect(await refusal(older)).toEqual(refused)
    expect(await refusal('0'.repeat(32))).toEqual(refused)
    game.advance(HOUR)
    expect(await refusal(newer)).toEqual(refused)
    expect(await canSignIn(ada.username, 'secret-1')).toBe(true)
  })

  test('is invalid once the password was changed in another way', async () => {
    const ada = await player()
    const token = await tokenOf(ada)
    await ask('self-reset-password', { username: ada.username, currentPassword: 'secret-1', newPassword: NEW })
    expect((await ask('reset-password', { token, newPassword: 'another-1' })).status).toBe(400)
  })

  test.each(['new@example.org', null])('is invalid once its address was changed to %s (R510)', async (email) => {
    const ada = await player()
    const token = await tokenOf(ada)
    const changed = await ada.client.put('/api/profile', { email, currentPassword: 'secret-1' })
    expect(changed.body.email).toBe(email)
    const { status, body } = await ask('reset-password', { token, newPassword: NEW })
    expect([status, body.detail]).toEqual([400, 'Invalid or expired reset token. Please try again.'])
  })

  test('accepts a password of six characters, not of five, and is not used up by a refused one', async () => {
    const token = await tokenOf(await player())
    const short = await ask('reset-password', { token, newPassword: '12345' })
    expect([short.status, short.body.detail]).toEqual([400, 'Password must be at least 6 characters long'])
    expect((await ask('reset-password', { token, newPassword: '123456' })).status).toBe(200)
  })

  test('is not sent to an address other than the stored one, or to an unconfirmed one (T17)', async () => {
    const ada = await player()
    const bo = game.client()
    await bo.register('unconfirmed')
    await bo.put('/api/profile', { email: 'bo@example.org' })
    await game.work()
    await ask('forgot-password', { username: ada.username, email: 'mallory@example.org' })
    await ask('forgot-password', { username: 'unconfirmed' })
    await game.work()
    expect(
      game
        .mails()
        .filter(
          ({ to, subject }) => to === 'mallory@example.org' || (to === 'bo@example.org' && /Reset/.test(subject)),
        ),
    ).toEqual([])
    await ask('forgot-password', { username: ada.username, email: ` ${ada.email.toUpperCase()}` })
    await game.work()
    expect(game.mailsTo(ada.email).some(({ subject }) => /Reset/.test(subject))).toBe(true)
  })

  test('neither table nor log holds a token or an address in the clear (T19, T70)', async () => {
    const ada = await player()
    const token = await tokenOf(ada)
    const { rows } = await game.database.pool.query(
      `select row_to_json(o)::text as row from app.outbox o union all select row_to_json(t)::text from app.mail_tokens t
       union all select row_to_json(w)::text from app.recovery_wishes w union all select row_to_json(n)::text from app.recovery_tries n`,
    )
    const told = JSON.stringify([rows, await game.events('EmailChanged', 'UserPasswordChanged'), game.logger.lines])
    expect(rows.length).toBeGreaterThan(0)
    expect(told).not.toContain(token)
    expect(told).not.toContain(ada.email)
  })
})

describe('responses that reveal nothing (T16)', () => {
  test('forgot-password and request-admin-reset respond equally to known and unknown names, in the same time', async () => {
    const ada = await player()
    for (const [path, more] of [
      ['forgot-password', {}],
      ['request-admin-reset', { reason: 'lost it' }],
    ] as const) {
      const times: Record<string, number[]> = { known: [], unknown: [] }
      const answers = new Set<string>()
      for (let n = 0; n < 200; n++) {
        const kind = n % 2 ? 'known' : 'unknown'
        // The account's own counter would block further ones after five.
        await game.database.pool.query(`delete from app.recovery_tries`)
        const began = performance.now()
        const { status, body } = await ask(path, { username: kind === 'known' ? ada.username : 'nobody-here', ...more })
        times[kind]!.push(performance.now() - began)
        answers.add(JSON.stringify([status, body]))
      }
      expect(answers.size).toBe(1)
      const [known, unknown] = [times.known!.sort((a, b) => a - b), times.unknown!.sort((a, b) => a - b)]
      // The median of the one is within the middle three quarters of the other: by chance it is outside once in ten million times.
      expect(known[50]).toBeGreaterThan(unknown[12]!)
      expect(known[50]).toBeLessThan(unknown[87]!)
    }
    await game.database.pool.query('delete from app.recovery_wishes')
  })

  test.each([
    ['forgot-password', {}],
    ['forgot-password', { email: 'somebody@example.org' }],
    ['request-admin-reset', { reason: 'lost it' }],
    ['get-security-question', {}],
    ['self-reset-password', { currentPassword: 'wrong-one', newPassword: NEW }],
    ['security-reset-password', { securityAnswer: 'Wembley', newPassword: NEW }],
  ])(
    '%s %j does the same work for an account, for one without question and address, and for nobody',
    async (path, more) => {
      const ada = await player()
      const plain = `plain-${nextPlayer++}`
      await from().register(plain)
      const asked: (readonly string[])[] = []
      let host = 0
      for (const username of [ada.username, plain, 'nobody-here']) {
        const call = () => ask(path, { username, ...more }, `192.0.2.${200 + host++}`)
        // The first call of a kind may include warm-up costs of the process.
        await call()
        asked.push(await statementsOf(call, 'requests'))
      }
      expect(asked[0]!.length).toBeGreaterThan(1)
      expect(asked[1]).toEqual(asked[0])
      expect(asked[2]).toEqual(asked[0])
    },
  )

  test('requests for a mail or to the administrators need no log, whichever store has it', async () => {
    const ada = await player()
    game.fault.away = true
    try {
      for (const username of [ada.username, 'nobody-here']) {
        expect((await ask('forgot-password', { username })).status).toBe(200)
        expect((await ask('request-admin-reset', { username, reason: 'lost it' })).status).toBe(200)
      }
    } finally {
      game.fault.away = false
    }
    await game.database.pool.query('delete from app.recovery_wishes')
  })

  test('a missing question is the same 404 for an unknown name and for one without a question', async () => {
    await from().register('without')
    for (const username of ['without', 'nobody-here']) {
      const { status, body } = await ask('get-security-question', { username })
      expect([status, body.detail]).toEqual([404, 'No security question found'])
    }
  })

  test('R113, T24: an account gets five mails in half an hour, and every request the same response', async () => {
    const ada = await player()
    const sent = () => game.mailsTo(ada.email).filter(({ subject }) => /Reset/.test(subject)).length
    const answers = new Set<string>()
    for (const username of [ada.username, 'nobody-at-all'])
      for (let n = 0; n < 7; n++) {
        const { status, body } = await ask('forgot-password', { username }, `192.0.2.${n}`)
        answers.add(JSON.stringify([status, body]))
        await game.work()
      }
    expect([answers.size, sent()]).toEqual([1, 5])
    // The newest link is valid for longer than the limit lasts, so strangers cannot leave the owner without one.
    game.advance(30 * MINUTE - 1_000)
    const tokens = game.mailsTo(ada.email).flatMap(({ subject, token }) => (/Reset/.test(subject) ? [token] : []))
    const resets = tokens.map((token) => ask('reset-password', { token, newPassword: NEW }))
    expect((await Promise.all(resets)).filter(({ status }) => status === 200)).toHaveLength(1)
    game.advance(1_000)
    await ask('forgot-password', { username: ada.username })
    await game.work()
    expect(sent()).toBe(6)
  })

  test('T90: requests with a wrong address cost the account nothing', async () => {
    const ada = await player()
    for (let n = 0; n < 6; n++) {
      const asked = { username: ada.username, email: `stranger-${n}@example.org` }
      expect((await ask('forgot-password', asked, `192.0.2.${n}`)).status).toBe(200)
    }
    await game.work()
    expect(await tokenOf(ada)).toBeDefined()
  })

  test.each(['a link by mail', 'the answer', 'the current password'])(
    'T90: %s lets the owner in while strangers guess at the account',
    async (way) => {
      const ada = await player()
      const asked = { username: ada.username, newPassword: NEW }
      const fresh = from()
      // Known browsers are not affected, so the current password and the answer are given there.
      if (way !== 'a link by mail') fresh.jar.browser = ada.client.jar.browser
      for (let n = 0; n < 25; n++) await from(`192.0.2.${n}`).login(ada.username, 'wrong-one')
      expect((await from('192.0.2.100').login(ada.username)).status).toBe(429)
      const reset =
        way === 'a link by mail'
          ? await fresh.post('/api/auth/reset-password', { token: await tokenOf(ada), newPassword: NEW })
          : way === 'the answer'
            ? await fresh.post('/api/auth/security-reset-password', { ...asked, securityAnswer: ada.answer })
            : await fresh.post('/api/auth/self-reset-password', { ...asked, currentPassword: 'secret-1' })
      expect(reset.status).toBe(200)
      expect((await fresh.login(ada.username, NEW)).status).toBe(200)
      expect((await from('192.0.2.100').login(ada.username, NEW)).status).toBe(429)
    },
  )

  test('T90: requests for help by strangers do not refuse those of the owner', async () => {
    const ada = await player()
    const asked = { username: ada.username, reason: 'lost it' }
    for (let n = 0; n < 6; n++) await ask('request-admin-reset', asked, `192.0.2.${n}`)
    expect((await ask('request-admin-reset', asked)).status).toBe(200)
    await game.work()
    const { body } = await game.admin.get('/api/admin/reset-requests')
    expect(body.filter(({ userId }: { userId: number }) => userId === ada.id)).toHaveLength(1)
  })

  test('the 26th try of an address within five minutes is a 429 (R113)', async () => {
    const statuses = []
    for (let n = 0; n < 26; n++) statuses.push((await ask('get-security-question', { username: `nobody-${n}` })).status)
    expect(statuses).toEqual([...Array(25).fill(404), 429])
  })

  test('an invalid body is a 400 with a sentence', async () => {
    const { status, body } = await ask('forgot-password', { username: '  ' })
    expect([status, body.detail]).toEqual([400, 'Please enter your username.'])
    const unseen = await ask('request-admin-reset', { username: 'somebody', reason: '\u200b\u200b' })
    expect([unseen.status, unseen.body.detail]).toEqual([400, 'Give a reason.'])
    const long = await ask('request-admin-reset', { username: 'somebody', reason: 'x'.repeat(501) })
    expect([long.status, long.body.detail]).toEqual([400, 'Keep the reason to 500 characters.'])
  })
})

describe('the current password (R112, T20)', () => {
  test('sets a new one and ends every session', async () => {
    const ada = await player()
    const reset = await ask('self-reset-password', {
      username: ` ${ada.username} `,
      currentPassword: 'secret-1',
      newPassword: NEW,
    })
    expect([reset.status, reset.body]).toEqual([200, { message: 'Password reset successful' }])
    expect((await ada.client.get('/api/user')).status).toBe(401)
    expect(await canSignIn(ada.username, NEW)).toBe(true)
  })

  test('sets one password of twenty concurrent changes', async () => {
    const ada = await player()
    const tries = Array.from({ length: 20 }, (_, n) => {
      const change = { username: ada.username, currentPassword: 'secret-1', newPassword: `chosen-by-${n}` }
      return ask('self-reset-password', change, `192.0.2.${n}`)
    })
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect(statuses.filter((status) => status === 401)).toHaveLength(19)
    expect(await canSignIn(ada.username, `chosen-by-${statuses.indexOf(200)}`)).toBe(true)
  })

  test('a wrong one is a failed login: the fifth locks the address, for logins, too', async () => {
    const ada = await player()
    const wrong = (username: string) =>
      ask('self-reset-password', { username, currentPassword: 'wrong-one', newPassword: NEW })
    for (const username of [ada.username, 'nobody', ada.username, 'nobody', ada.username]) {
      const { status, body } = await wrong(username)
      expect([status, body.detail]).toEqual([401, 'Invalid username or password'])
    }
    expect((await from().login(ada.username)).status).toBe(429)
    const locked = await ask('self-reset-password', {
      username: ada.username,
      currentPassword: 'secret-1',
      newPassword: NEW,
    })
    expect([locked.status, locked.body.detail]).toEqual([
      429,
      'Too many failed login attempts. Please try again in 15 minutes.',
    ])
    expect(await canSignIn(ada.username, 'secret-1')).toBe(true)
  })

  test('the new one has eight characters at least', async () => {
    const { status, body } = await ask('self-reset-password', {
      username: 'anybody',
      currentPassword: 'secret-1',
      newPassword: '1234567',
    })
    expect([status, body.detail]).toEqual([400, 'Password must be at least 8 characters long'])
  })
})

describe('the security question (R112, T21)', () => {
  const answer = (username: string, securityAnswer: string) =>
    ask('security-reset-password', { username, securityAnswer, newPassword: NEW })

  test('is returned, and its answer is compared trimmed and ignoring case', async () => {
    const ada = await player()
    const asked = await ask('get-security-question', { username: ada.username.toUpperCase() })
    expect([asked.status, asked.body]).toEqual([200, { securityQuestion: 'First ground?' }])
    expect((await answer(ada.username, '  HIGHBURY  in the Rain ')).status).toBe(200)
    expect((await ada.client.get('/api/user')).status).toBe(401)
    expect(await canSignIn(ada.username, NEW)).toBe(true)
  })

  test('a wrong answer is a failed login, equally for unknown names', async () => {
    const ada = await player()
    for (const username of [ada.username, 'nobody-a', 'nobody-b', 'nobody-c', 'nobody-d']) {
      const { status, body } = await answer(username, 'Wembley')
      expect([status, body.detail]).toEqual([401, 'Invalid username or answer'])
    }
    expect((await from().login(ada.username)).status).toBe(429)
  })

  test('T21: strangers together have three tries a day; then the response names the other ways', async () => {
    const ada = await player()
    await answer(ada.username, 'Wembley')
    expect((await answer(ada.username, ada.answer)).status).toBe(200)
    for (const username of [ada.username, 'nobody-answers']) {
      for (let n = 0; n < 3; n++) {
        ip = `198.18.0.${n}`
        expect((await answer(username, 'Wembley')).status).toBe(401)
      }
      ip = '198.18.0.20'
      const held = await answer(username, ada.answer)
      expect([held.status, held.headers.get('retry-after'), held.body.detail]).toEqual([
        429,
        String(24 * 3_600),
        'Too many answers for this account. Ask for a link by email, ask an administrator, or try again in 24 hours.',
      ])
    }
    game.advance(24 * HOUR)
    expect((await answer(ada.username, ada.answer)).status).toBe(200)
  })

  test('T90: a trusted browser has three tries of its own, and uses none of the others’', async () => {
    const ada = await player()
    const answerFrom = async (browser: string, secret: string) => {
      const client = from(`192.0.2.${nextPlayer++ % 250}`)
      client.jar.browser = browser
      const body = { username: ada.username, securityAnswer: secret, newPassword: NEW }
      return (await client.post('/api/auth/security-reset-password', body)).status
    }
    const own = ada.client.jar.browser
    // A cookie does not help with an account that has not signed in with it.
    const others = (await player()).client.jar.browser
    for (let n = 0; n < 3; n++) expect(await answerFrom(others, 'Wembley')).toBe(401)
    expect([await answerFrom(others, ada.answer), await answerFrom('', ada.answer)]).toEqual([429, 429])
    for (let n = 0; n < 2; n++) expect(await answerFrom(own, 'Wembley')).toBe(401)
    expect(await answerFrom(own, ada.answer)).toBe(200)
    for (let n = 0; n < 3; n++) expect(await answerFrom(own, 'Wembley')).toBe(401)
    expect(await answerFrom(own, ada.answer)).toBe(429)
    game.advance(24 * HOUR)
    for (let n = 0; n < 3; n++) expect(await answerFrom(own, 'Wembley')).toBe(401)
    expect(await answerFrom('', ada.answer)).toBe(200)
  })

  test('twenty wrong answers at once get three checks', async () => {
    const ada = await player()
    const tries = Array.from({ length: 20 }, (_, n) =>
      ask(
        'security-reset-password',
        { username: ada.username, securityAnswer: 'Wembley', newPassword: NEW },
        `192.0.2.${100 + n}`,
      ),
    )
    const statuses = (await Promise.all(tries)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 401)).toHaveLength(3)
    expect(statuses.filter((status) => status === 429)).toHaveLength(17)
  })
})

describe('address, question and answer of one’s own (R111)', () => {
  test('an address is used after confirmation with the token of its mail', async () => {
    const client = game.client()
    await client.register('newcomer')
    const given = await client.put('/api/profile', { email: 'new@example.org' })
    expect(given.status).toBe(200)
    expect(given.body).toMatchObject({ email: 'new@example.org', emailConfirmed: false, securityQuestion: null })
    await game.work()
    const [mail] = game.mailsTo('new@example.org')
    expect(mail?.body).toContain(`${PUBLIC_URL}/confirm-email?token=${mail?.token}`)
    const stranger = await game.admin.post('/api/profile/email/confirm', { token: mail?.token })
    expect([stranger.status, stranger.body.detail]).toEqual([
      400,
      'That link is invalid or has expired. Ask for a new one.',
    ])
    const confirmed = await client.post('/api/profile/email/confirm', { token: mail?.token })
    expect([confirmed.status, confirmed.body.emailConfirmed]).toEqual([200, true])
    expect((await client.post('/api/profile/email/confirm', { token: mail?.token })).status).toBe(400)
  })

  test('a mail to an address that was changed meanwhile confirms nothing', async () => {
    const client = game.client()
    await client.register('changing')
    await client.put('/api/profile', { email: 'old@example.org' })
    await game.work()
    const [old] = game.mailsTo('old@example.org')
    await client.put('/api/profile', { email: 'other@example.org', currentPassword: 'secret-1' })
    await game.work()
    expect((await client.post('/api/profile/email/confirm', { token: old?.token })).status).toBe(400)
    expect((await client.put('/api/profile', {})).body).toMatchObject({
      email: 'other@example.org',
      emailConfirmed: false,
    })
  })

  test('R225: an address gets five confirmation mails in six hours, from all accounts together and in any spelling', async () => {
    const asked = async (email: string) => {
      const client = from(`192.0.2.${nextPlayer}`)
      expect((await client.register(`bomber-${nextPlayer++}`)).status).toBe(201)
      return { client, answer: await client.put('/api/profile', { email }) }
    }
    const written = [
      'box@example.org',
      'BOX@example.org',
      'box+1@example.org',
      'b.o.x+2@example.org',
      'box@example.org',
    ]
    for (const email of written) expect((await asked(email)).answer.status).toBe(200)
    const { client, answer } = await asked('bo.x@example.org')
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, String(6 * 3_600)])
    expect((await client.get('/api/profile')).body.email).toBeNull()
    expect((await client.put('/api/profile', { email: 'boxer@example.org' })).status).toBe(200)
    await game.work()
    expect(game.mails().filter(({ to }) => /^b\.?o\.?x(\+.)?@/i.test(to))).toHaveLength(5)
    game.advance(6 * HOUR)
    const again = { email: 'box@example.org', currentPassword: 'secret-1' }
    expect((await client.put('/api/profile', again)).status).toBe(200)
  })

  test('a write that waits for a deletion of its account stores nothing and does not fail', async () => {
    const { pool } = game.database
    const client = game.client()
    const { id } = (await client.register('vanishing')).body
    const deletion = await pool.connect()
    await deletion.query('begin')
    await deletion.query('delete from app.credentials where user_id = $1', [id])
    const written = Promise.all([
      client.put('/api/profile', { securityQuestion: 'Which one?', securityAnswer: 'The other' }),
      game.outbox.write(pool, { id: randomUUID(), userId: id, kind: 'changed', at: game.context().at }),
    ])
    const waiting = async (): Promise<number> =>
      (
        await pool.query(`select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
          where not granted and datname = current_database()`)
      ).rows[0].n
    await expect.poll(waiting).toBe(2)
    await deletion.query('commit')
    deletion.release()
    expect((await written)[0].status).toBe(401)
    for (const table of ['security_answers', 'outbox'])
      expect((await pool.query(`select from app.${table} where user_id = $1`, [id])).rowCount, table).toBe(0)
  })

  test('of an account that ends at the same time nothing is stored, and nothing breaks', async () => {
    const { id, username, client } = await player()
    await game.accounts.deleteUser(id, game.context())
    const user = { id, username, role: 'user', sessionId: '' } as const
    const asked = { securityQuestion: 'Which one?', securityAnswer: 'The other' }
    const changed = await game.recovery.change(
      user,
      { ...asked, currentPassword: 'secret-1' },
      { ip, device: null },
      game.context(),
    )
    expect(changed).toMatchObject({ ok: false, rejected: 'wrong' })
    const isHeld = async () =>
      (await game.database.pool.query('select from app.security_answers where user_id = $1', [id])).rowCount
    const fresh = (await from().register(username)).body.id
    await game.credentials.remove(fresh)
    expect((await game.recovery.change({ ...user, id: fresh }, asked, { ip, device: null }, game.context())).ok).toBe(
      true,
    )
    expect([await isHeld(), (await client.get('/api/profile')).status]).toEqual([0, 401])
  })

  test('an existing one changes with the current password only', async () => {
    const { client, email } = await player()
    const change = (more: object) => client.put('/api/profile', more)
    const another = { email: 'another@example.org' }
    expect((await change(another)).status).toBe(403)
    expect((await change({ securityAnswer: 'Anfield in May' })).status).toBe(403)
    const wrong = await change({ ...another, currentPassword: 'wrong-one' })
    expect([wrong.status, wrong.body.detail]).toEqual([401, 'That’s not your current password'])
    expect((await change({ email })).body).toMatchObject({ email, emailConfirmed: true })
    expect((await change({ ...another, currentPassword: 'secret-1' })).body).toMatchObject(another)
    const gone = await change({ securityQuestion: null, currentPassword: 'secret-1' })
    expect(gone.body.securityQuestion).toBeNull()
    expect(
      (
        await game.database.pool.query('select from app.security_answers where user_id = $1', [
          (await client.get('/api/user')).body.id,
        ])
      ).rowCount,
    ).toBe(0)
  })

  test.each([
    [{ securityQuestion: 'First ground?' }, 'Enter both the question and its answer'],
    [{ securityAnswer: 'Highbury' }, 'Enter both the question and its answer'],
    [{ securityQuestion: 'First ground?', securityAnswer: ' ab ' }, 'The answer needs at least 3 characters'],
    [
      { securityQuestion: 'First ground?', securityAnswer: '\u2800\u2800\u2800' },
      'The answer needs at least 3 characters',
    ],
    [{ securityQuestion: 'First ground?', securityAnswer: 'ab\u200b' }, 'The answer needs at least 3 characters'],
    [
      { securityQuestion: 'First ground?', securityAnswer: '\u0301\u0302\u0303' },
      'Use at least one visible character in the answer',
    ],
    [{ securityQuestion: 'First ground?', securityAnswer: 'Careful' }, 'The answer cannot be your username'],
    [{ securityQuestion: 'First ground?', securityAnswer: 'man utd' }, 'The answer cannot be the name of a club'],
    [{ email: 'nobody' }, 'That is not an email address'],
    [{ securityQuestion: ' Pet? ', securityAnswer: 'Rex' }, 'A question needs at least 5 characters'],
    [{ securityQuestion: 'x'.repeat(201), securityAnswer: 'Highbury' }, 'A question has at most 200 characters'],
  ])('%j is refused: %s', async (given, detail) => {
    const client = game.client()
    await client.register('careful')
    await client.login('careful')
    const { status, body } = await client.put('/api/profile', given)
    expect([status, body.detail]).toEqual([400, detail])
  })

  test('an address is trimmed; empty text removes it, and a question (R131)', async () => {
    const ada = await player({ answer: 'Roker Park in 1984' })
    const change = async (given: object) =>
      (await ada.client.put('/api/profile', { currentPassword: 'secret-1', ...given })).body
    expect(await change({ email: ' new@example.org\n' })).toMatchObject({ email: 'new@example.org' })
    expect(await change({ email: '  ', securityQuestion: '' })).toMatchObject({ email: null, securityQuestion: null })
  })

  test('the answer is never returned, neither hashed nor in the log', async () => {
    const ada = await player({ answer: 'Roker Park in 1984' })
    const told = JSON.stringify([
      (await ada.client.put('/api/profile', {})).body,
      await game.events('SecurityQuestionChanged'),
    ])
    expect(told).not.toMatch(/argon2|Roker/i)
    expect(told).not.toContain('First ground?","version')
  })
})

describe('help from the administrators (R114)', () => {
  const pending = async () => (await game.admin.get('/api/admin/reset-requests')).body as Record<string, unknown>[]

  test('a request is pending until that user’s password is reset, in any way', async () => {
    const ada = await player()
    await ask('request-admin-reset', { username: ada.username, reason: ' <b>I have a new phone</b> ' })
    await ask('request-admin-reset', { username: ada.username, reason: 'Please!' })
    await game.work()
    expect((await pending()).filter(({ userId }) => userId === ada.id)).toEqual([
      expect.objectContaining({
        id: ada.id,
        username: ada.username,
        reason: '<b>I have a new phone</b>',
        hasEmail: true,
      }),
    ])
    await ask('self-reset-password', { username: ada.username, currentPassword: 'secret-1', newPassword: NEW })
    expect((await pending()).some(({ userId }) => userId === ada.id)).toBe(false)
    await game.caughtUp()
    await ask('request-admin-reset', { username: ada.username, reason: 'Again' })
    await game.work()
    expect((await pending()).some(({ userId }) => userId === ada.id)).toBe(true)
  })

  test('a new password ends a request that the job has not read yet, too', async () => {
    const ada = await player()
    await ask('request-admin-reset', { username: ada.username, reason: 'lost it' })
    await ask('self-reset-password', { username: ada.username, currentPassword: 'secret-1', newPassword: NEW })
    await game.work()
    await game.caughtUp()
    expect((await pending()).some(({ userId }) => userId === ada.id)).toBe(false)
  })

  test('a request is in the list that is read after it, before the job has run (R441)', async () => {
    const ada = await player()
    await ask('request-admin-reset', { username: ada.username, reason: 'lost it' })
    // Concurrent reads wait for each other, not for each other's connections.
    const lists = await Promise.all(Array.from({ length: 20 }, pending))
    expect(lists.every((list) => list.some(({ userId }) => userId === ada.id))).toBe(true)
  })

  test('an administrator dismisses a request once', async () => {
    const ada = await player()
    await ask('request-admin-reset', { username: ada.username, reason: 'lost it' })
    await game.work()
    expect((await game.admin.delete(`/api/admin/reset-requests/${ada.id}`)).status).toBe(204)
    expect((await pending()).some(({ userId }) => userId === ada.id)).toBe(false)
    expect((await game.admin.delete(`/api/admin/reset-requests/${ada.id}`)).status).toBe(404)
  })

  test('the list of requests is for administrators alone', async () => {
    const { client, id: mine } = await player()
    const statuses = [
      (await client.get('/api/admin/reset-requests')).status,
      (await from().delete(`/api/admin/reset-requests/${mine}`)).status,
    ]
    expect(statuses).toEqual([403, 401])
  })
})

describe('the outbox', () => {
  async function withServer() {
    const server = await startMailServer()
    const onMailFailure = vi.fn()
    const { outbox } = createRecoveryServices({
      ...game,
      mail: { ...game.mail, smtpUrl: server.url },
      onMailFailure,
    })
    return { server, outbox, onMailFailure, send: () => outbox.send(game.context().at) }
  }
  const write = (userId: number, kind: 'reset' | 'changed' = 'changed', id = randomUUID()) =>
    game.outbox.write(game.database.pool, { id, userId, kind, at: game.context().at })

  test('hands each mail to the mail server once', async () => {
    const ada = await player()
    await game.work()
    const { server, send } = await withServer()
    await write(ada.id)
    await Promise.all([send(), send(), send()])
    await send()
    expect(server.received.map(({ to, subject }) => [to, subject])).toEqual([
      [ada.email, 'Your PLP password was changed'],
    ])
    await server.stop()
  })

  test('R311: retries with growing delays while the mail server is away or refuses, counted; names no address in the log', async () => {
    const ada = await player()
    await game.work()
    const { server, send, onMailFailure } = await withServer()
    server.mode = 'refuses'
    await write(ada.id)
    const tried = async () => {
      const { rows } = await game.database.pool.query(
        'select tries from app.outbox where user_id = $1 and sent_at is null',
        [ada.id],
      )
      return rows[0]?.tries
    }
    await send()
    await send()
    expect(await tried()).toBe(1)
    game.advance(5_000)
    await send()
    game.advance(5_000)
    await send()
    expect(await tried()).toBe(2)
    game.advance(5_000)
    server.mode = 'takes'
    await send()
    expect([server.received.length, await tried()]).toEqual([1, undefined])
    expect(onMailFailure).toHaveBeenCalledTimes(2)
    expect(JSON.stringify(game.logger.lines)).not.toContain(ada.email)
    await server.stop()
  })

  test('T118: mails to addresses that the mail server refuses delay no other mail', async () => {
    const [ada, ...strangers] = [await player(), await player(), await player(), await player()]
    await game.work()
    const { server, send, onMailFailure } = await withServer()
    for (const { id, email } of strangers) {
      server.unknown.add(email)
      await write(id)
    }
    await write(ada.id)
    await send()
    expect(server.received.map(({ to }) => to)).toEqual([ada.email])
    expect(onMailFailure).toHaveBeenCalledTimes(strangers.length)
    await game.database.pool.query('delete from app.outbox where sent_at is null')
    await server.stop()
  })

  test('a mail whose node died between sending and marking is sent by the next one, with the same id', async () => {
    const ada = await player()
    await game.work()
    const { server, send } = await withServer()
    const id = randomUUID()
    await write(ada.id, 'changed', id)
    await send()
    // The state after a kill -9 before the mark.
    await game.database.pool.query('update app.outbox set sent_at = null where id = $1', [id])
    await send()
    expect(server.received).toHaveLength(1)
    game.advance(MINUTE)
    await send()
    expect(server.received.map((mail) => mail.id)).toEqual([`<${id}@plp.example>`, `<${id}@plp.example>`])
    await server.stop()
  })

  test('a link replaced by a newer one is not sent any more', async () => {
    const ada = await player()
    await game.work()
    const { server, send } = await withServer()
    await write(ada.id, 'reset')
    await write(ada.id, 'reset')
    await send()
    expect(server.received).toHaveLength(1)
    await server.stop()
  })

  test('expired rows are swept', async () => {
    const ada = await player()
    await write(ada.id, 'reset')
    game.advance(25 * HOUR)
    await game.outbox.sweep(game.context().at)
    await game.tries.sweep(game.context().at)
    const { rows } = await game.database.pool.query(
      'select (select count(*) from app.outbox)::int as mails, (select count(*) from app.mail_tokens)::int as tokens, (select count(*) from app.recovery_tries)::int as tries',
    )
    expect(rows).toEqual([{ mails: 0, tokens: 0, tries: 0 }])
  })

  test('a mail in progress while its person is deleted does not stay (T58)', async () => {
    const ada = await player()
    await game.work()
    const files = createMailTransport(game.mail)
    const transport = {
      ...files,
      async send(mail: Parameters<typeof files.send>[0]) {
        await game.accounts.deleteUser(ada.id, game.context())
        await files.forget(ada.id)
        await files.send(mail)
      },
    }
    const stateOf = async (userId: number) => (await game.handler.load(recoveryDecider, recoveryStream(userId))).state
    const outbox = createOutbox({
      ...{
        database: game.database,
        personal: game.personal,
        logger: game.logger,
        settings: game.mail,
        transport,
        stateOf,
      },
      nameOf: async (userId) => (await game.accounts.stateOf(userId))?.username ?? null,
    })
    await write(ada.id)
    await outbox.send(game.context().at)
    expect(readdirSync(game.folder).filter((name) => name.startsWith(`${ada.id}-`))).toEqual([])
  })

  test('of a deleted person nothing is left: neither rows nor files, and nothing is sent', async () => {
    const ada = await player()
    await ask('request-admin-reset', { username: ada.username, reason: 'lost it' })
    await ask('forgot-password', { username: ada.username })
    await game.work()
    expect(readdirSync(game.folder).some((name) => name.startsWith(`${ada.id}-`))).toBe(true)
    await write(ada.id)
    await game.accounts.deleteUser(ada.id, game.context())
    await game.work()
    expect(readdirSync(game.folder).filter((name) => name.startsWith(`${ada.id}-`))).toEqual([])
    const { rows } = await game.database.pool.query(
      `select (select count(*) from app.outbox where user_id = $1) + (select count(*) from app.mail_tokens where user_id = $1)
         + (select count(*) from app.security_answers where user_id = $1) + (select count(*) from read.recovery where user_id = $1) as n`,
      [ada.id],
    )
    expect(Number(rows[0].n)).toBe(0)
    const [verified] = await game.engine.verify(['recovery'])
    expect(verified).toMatchObject({ name: 'recovery', same: true })
  })
})
