import { io, type Socket } from 'socket.io-client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { PARTS, TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { outcomeOf } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players, reacted, teamIn } from '../support/leagues.ts'
import { named } from '../support/named.ts'
import { repeated } from '../support/repeated.ts'
import { statementsOf } from '../support/statements.ts'

let app: TestApp
const sockets: Socket[] = []

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => {
  for (const socket of sockets) socket.disconnect()
  await app?.close()
})

const some = async <N extends string>(...names: N[]): Promise<Record<N, Player>> => {
  const made = await players(app, names)
  return Object.fromEntries(names.map((name, index) => [name, made[index]!])) as Record<N, Player>
}

/** Data of the standings visible to a reader of the league page, by id. */
const standingsOf = async (reader: Player, league: { id: number }) =>
  (await reader.get(`/api/leagues/${league.id}`)).standings

describe('creating and joining a league', () => {
  test('its creator is its admin and first member; the name is trimmed, an empty description becomes null', async () => {
    const { anna } = await some('anna')
    const league = await leagueOf(anna, { name: '  The Sunday Table ', description: '  ' })
    expect(league).toMatchObject({
      name: 'The Sunday Table',
      description: null,
      creatorId: anna.id,
      creator: named(anna.username),
      adminId: anna.id,
      memberCount: 1,
      type: 'private',
      status: 'active',
      isMember: true,
    })
    expect(league.joinCode).toMatch(/^[A-HJ-NP-Z2-9]{8}$/)
    expect(await anna.get('/api/user/leagues')).toEqual([league])
  })

  test('a name is required and has at most 60 characters', async () => {
    const { anna } = await some('anna')
    const nameless = await anna.call('POST', '/api/leagues', { name: '   ' })
    expect([nameless.status, nameless.body.detail]).toEqual([400, 'Give the league a name'])
    for (const body of [{}, { name: null }, { name: '\u200b\u200d' }])
      expect((await anna.call('POST', '/api/leagues', body)).body.detail).toBe('Give the league a name')
    for (const name of ['two\nlines', 'turned \u202e round', 'NUL \0', 'half \ud83d', 'x'.repeat(61)])
      expect((await anna.call('POST', '/api/leagues', { name })).status).toBe(400)
    expect((await anna.call('POST', '/api/leagues', { name: 'x', type: 'secret' })).status).toBe(400)
  })

  test.each(['Admin', 'ＰＬＰ', 'The Οfficial Support Team', 'm0derat0rs', 'D\u200beleted user'])(
    'T91: %s is refused for a league and a team, new or renamed; an old name stays',
    async (name) => {
      const { anna } = await some('anna')
      const message = 'This name is reserved. Choose another'
      const league = await leagueOf(anna, { name: 'The Sunday Table' })
      for (const [method, path] of [
        ['POST', '/api/leagues'],
        ['PATCH', `/api/leagues/${league.id}`],
        ['POST', `/api/leagues/${league.id}/teams`],
      ] as const) {
        const { status, body } = await anna.call(method, path, { name })
        expect([path, status, body.errors]).toEqual([path, 400, [{ path: 'name', message }]])
      }
    },
  )

  test.each(['\u2800', '\u3164', '\u0301\u0302'])('T91: %j is no name of a league or a team', async (name) => {
    const { anna } = await some('anna')
    const league = await leagueOf(anna)
    expect((await anna.call('POST', '/api/leagues', { name })).body.detail).toBe('Give the league a name')
    expect((await anna.call('PATCH', `/api/leagues/${league.id}`, { name })).status).toBe(400)
    expect((await anna.call('POST', `/api/leagues/${league.id}/teams`, { name })).status).toBe(400)
  })

  test('a code ignores case; joining returns the league, joining again is a 409', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    const join = () => bob.call('POST', '/api/leagues/join-code', { joinCode: ` ${league.joinCode.toLowerCase()} ` })
    const joined = await join()
    expect([joined.status, joined.body.id, joined.body.memberCount, joined.body.isMember]).toEqual([
      200,
      league.id,
      2,
      true,
    ])
    const again = await join()
    expect([again.status, again.body.detail]).toEqual([409, 'You are already a member of this league'])
  })

  test('a public league is joined with one click, a private one is a 404', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const [open, closed] = [await leagueOf(anna, { type: 'public' }), await leagueOf(anna)]
    const elses = { userId: anna.id, joinCode: closed.joinCode }
    for (const path of [`/api/leagues/${open.id}/join`, '/api/leagues/join-code'])
      expect((await bob.call('POST', path, elses)).status).toBe(403)
    expect((await bob.call('POST', `/api/leagues/${open.id}/join`)).body).toMatchObject({ id: open.id, memberCount: 2 })
    expect((await bob.call('POST', `/api/leagues/${open.id}/join`)).status).toBe(409)
    expect((await bob.call('POST', `/api/leagues/${closed.id}/join`)).status).toBe(404)
    expect((await bob.call('POST', '/api/leagues/999999/join')).status).toBe(404)
  })

  test('many join at once: each is in once', async () => {
    const count = repeated(16, 50)
    const crowd = await players(app, Array(count).fill('crowd'))
    const [{ anna }] = [await some('anna')]
    const league = await leagueOf(anna)
    const answers = await Promise.all(
      crowd.flatMap((one) =>
        [1, 2].map(() =>
          outcomeOf((headers) => one.call('POST', '/api/leagues/join-code', { joinCode: league.joinCode }, headers)),
        ),
      ),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(count).fill(200), ...Array(count).fill(409)])
    expect((await anna.get(`/api/leagues/${league.id}`)).memberCount).toBe(count + 1)
  })

  test('discover lists public leagues and the reader’s own; featured are the three with most members', async () => {
    const { anna, bob, cat, dan } = await some('anna', 'bob', 'cat', 'dan')
    const [big, small, hidden] = [
      await leagueOf(anna, { type: 'public' }),
      await leagueOf(anna, { type: 'public' }),
      await leagueOf(anna),
    ]
    for (const one of [bob, cat, dan]) await one.call('POST', `/api/leagues/${big.id}/join`)
    const seen = (await dan.get('/api/leagues')).map(({ id }: { id: number }) => id)
    expect(seen).toEqual(expect.arrayContaining([big.id, small.id]))
    expect(seen).not.toContain(hidden.id)
    expect(new Set(seen).size).toBe(seen.length)
    expect((await anna.get('/api/leagues')).map(({ id }: { id: number }) => id)).toContain(hidden.id)
    const featured = await dan.get('/api/leagues/featured')
    expect(featured.length).toBeLessThanOrEqual(3)
    expect(featured[0]).toMatchObject({ id: big.id, memberCount: 4, isMember: true })
    const counts = featured.map(({ memberCount }: { memberCount: number }) => memberCount)
    expect(counts).toEqual([...counts].sort((a: number, b: number) => b - a))
  })
})

describe('the reader’s rank in their leagues', () => {
  test('standing=true adds rank and points to each of them, in two statements besides the session’s; nothing else changes', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const leagues = [await leagueOf(anna), await leagueOf(anna)]
    for (const league of leagues) await joinedBy(league, bob)
    await bob.get('/api/user/leagues?standing=false')
    let listed: any
    const texts = await statementsOf(async () => {
      listed = await bob.get('/api/user/leagues?standing=true')
    }, 'requests')
    expect(texts.filter((text) => text.includes('league_members'))).toHaveLength(2)
    expect(texts.length).toBeLessThanOrEqual(3)
    const plain = await bob.get('/api/user/leagues')
    expect(listed).toEqual(plain.map((league: any) => ({ ...league, standing: { ranking: 1, totalPoints: 0 } })))
    expect(plain.map(({ id }: any) => id)).toEqual(leagues.map(({ id }) => id).reverse())
  })
})

describe('leaving a league', () => {
  test('when the creator leaves, the longest-standing member becomes admin; the last one out closes it', async () => {
    const { anna, bob, cat } = await some('anna', 'bob', 'cat')
    const league = await leagueOf(anna)
    await joinedBy(league, bob, cat)
    const path = `/api/leagues/${league.id}`
    expect((await anna.call('DELETE', `${path}/members/${anna.id}`)).status).toBe(204)
    expect(await bob.get(path)).toMatchObject({ adminId: bob.id, creatorId: anna.id, memberCount: 2 })
    expect((await anna.call('GET', path)).status).toBe(404)
    await bob.call('DELETE', `${path}/members/${bob.id}`)
    expect((await cat.get(path)).standings.map((row: any) => [row.id, row.role])).toEqual([[cat.id, 'admin']])
    expect((await cat.call('DELETE', `${path}/members/${cat.id}`)).status).toBe(204)
    expect((await cat.call('GET', path)).status).toBe(404)
    expect(await cat.get('/api/user/leagues')).toEqual([])
    const late = await anna.call('POST', '/api/leagues/join-code', { joinCode: league.joinCode })
    expect([late.status, late.body.detail]).toEqual([404, 'There is no league with this join code'])
  })

  test('a deleted user leaves every league and team, with succession, and their name is nowhere', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    const alone = await leagueOf(anna, { type: 'public' })
    await joinedBy(league, bob)
    const team = await teamIn(league, anna)
    await bob.call('POST', `/api/teams/${team.id}/members`, {})
    const accounts = app.container.get(ACCOUNTS.Accounts)
    const at = new Date(app.clock.now()).toISOString()
    const context = { actor: null, at, correlationId: 'd', causationId: 'd', source: 'command' } as const
    expect(await accounts.deleteUser(anna.id, context)).toMatchObject({ ok: true })
    await app.settled()
    // Immediately: the projection of the deletion itself. Then, by the reactors: succession.
    expect((await standingsOf(bob, league)).map(({ id }: { id: number }) => id)).toEqual([bob.id])
    await reacted(app)
    const page = await bob.get(`/api/leagues/${league.id}`)
    expect(page).toMatchObject({ adminId: bob.id, memberCount: 1, creator: { username: 'Deleted user' } })
    expect(await bob.get(`/api/leagues/${league.id}/teams`)).toMatchObject([
      { id: team.id, captainId: bob.id, memberCount: 1, members: [{ userId: bob.id, role: 'captain' }] },
    ])
    expect((await bob.call('GET', `/api/leagues/${alone.id}`)).status).toBe(404)
    for (const path of ['', '/statistics', '/teams'])
      expect(JSON.stringify(await bob.get(`/api/leagues/${league.id}${path}`))).not.toContain(anna.username)
    const { rows } = await app.container.get(TYPES.Database).pool.query('select * from read.league_members_to_leave')
    expect(rows).toEqual([])
  })
})

describe('the admin of a league', () => {
  test('renames, describes, opens to the public; omitted fields stay', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna, { description: 'first' })
    await joinedBy(league, bob)
    const path = `/api/leagues/${league.id}`
    expect((await anna.call('PATCH', path, { name: ' Mondays ' })).body).toMatchObject({
      name: 'Mondays',
      description: 'first',
      type: 'private',
    })
    expect((await anna.call('PATCH', path, { description: null, type: 'public' })).body).toMatchObject({
      name: 'Mondays',
      description: null,
      type: 'public',
    })
    const refused = await bob.call('PATCH', path, { name: 'Mine' })
    expect([refused.status, refused.body.detail]).toEqual([403, 'Only the admin of the league can do this'])
  })

  test('hands it over to a member and to nobody else', async () => {
    const { anna, bob, eve } = await some('anna', 'bob', 'eve')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const path = `/api/leagues/${league.id}`
    const refused = await anna.call('PATCH', path, { adminId: eve.id })
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path: 'adminId', message: refused.body.detail }]])
    expect((await anna.call('PATCH', path, { adminId: bob.id })).body.adminId).toBe(bob.id)
    expect((await anna.call('PATCH', path, { adminId: anna.id })).status).toBe(403)
  })

  test('creates a new code; the old one no longer works', async () => {
    const { anna, bob, cat } = await some('anna', 'bob', 'cat')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    expect((await bob.call('POST', `/api/leagues/${league.id}/join-code`)).status).toBe(403)
    const { status, body } = await anna.call('POST', `/api/leagues/${league.id}/join-code`)
    expect(status).toBe(200)
    expect(body.joinCode).not.toBe(league.joinCode)
    expect((await cat.call('POST', '/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(404)
    await joinedBy(body, cat)
  })

  test('removes a member, who loses access; nobody else removes one', async () => {
    const { anna, bob, cat } = await some('anna', 'bob', 'cat')
    const league = await leagueOf(anna)
    await joinedBy(league, bob, cat)
    const member = `/api/leagues/${league.id}/members/${bob.id}`
    expect((await cat.call('DELETE', member)).status).toBe(403)
    expect((await anna.call('DELETE', member)).status).toBe(204)
    expect((await anna.call('DELETE', member)).status).toBe(404)
    for (const path of ['', '/statistics', '/teams'])
      expect((await bob.call('GET', `/api/leagues/${league.id}${path}`)).status).toBe(404)
    expect((await bob.call('POST', `/api/leagues/${league.id}/teams`, { name: 'x' })).status).toBe(404)
  })
})

describe('T35: the session decides who acts', () => {
  test('a creatorId of another user is refused; ids of leagues and codes in the body are ignored', async () => {
    const { anna, bob } = await some('anna', 'bob')
    expect((await anna.call('POST', '/api/leagues', { name: 'x', creatorId: bob.id })).status).toBe(403)
    const league = await leagueOf(anna, { creatorId: anna.id, id: 1, adminId: bob.id, joinCode: 'AAAAAAAA' })
    expect([league.creatorId, league.adminId, league.memberCount]).toEqual([anna.id, anna.id, 1])
    expect([league.id, league.joinCode]).not.toEqual([1, 'AAAAAAAA'])
  })
})

describe('T36: a join code is shown to members only', () => {
  test('absent for all others in every list and on the page', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna, { type: 'public' })
    for (const path of ['/api/leagues', '/api/leagues/featured', `/api/leagues/${league.id}`, '/api/user/leagues']) {
      expect(JSON.stringify(await bob.get(path))).not.toContain(league.joinCode)
    }
    const mine = (await anna.get('/api/leagues')).find(({ id }: { id: number }) => id === league.id)
    expect(mine.joinCode).toBe(league.joinCode)
  })
})

describe('T37: join codes cannot be guessed', () => {
  const wrong = (number: number) => ({ joinCode: `WR${String(number).padStart(6, 'A')}` })

  test('ten wrong codes an hour per user; then even a right one is not checked, until the hour is over', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    for (let number = 0; number < 10; number++) {
      const { status, body } = await bob.call('POST', '/api/leagues/join-code', wrong(number))
      expect([status, body.detail]).toEqual([404, 'There is no league with this join code'])
    }
    const stopped = await bob.call('POST', '/api/leagues/join-code', { joinCode: league.joinCode })
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '3600'])
    expect(stopped.body.detail).toBe('Too many wrong join codes. Please try again in 60 minutes.')
    app.clock.advance(3_600_000)
    await joinedBy(league, bob)
  })

  test('the limit applies to an address too, across its users', async () => {
    const guessers = await players(app, Array(11).fill('guesser'), '198.51.100.7')
    const answers = []
    for (const [number, guesser] of guessers.entries())
      answers.push(await guesser.call('POST', '/api/leagues/join-code', wrong(number)))
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(404), 429])
  })

  test('a school shares one address: it blocks only those without a right code in 24 hours', async () => {
    const { anna } = await some('anna')
    const league = await leagueOf(anna)
    const school = '198.51.100.9'
    const pupils = await players(app, Array(12).fill('pupil'), school)
    for (const pupil of pupils) await joinedBy(league, pupil)
    const mistyped = await Promise.all(pupils.map((pupil) => pupil.call('POST', '/api/leagues/join-code', wrong(2))))
    expect(mistyped.map(({ status }) => status)).toEqual(Array(12).fill(404))
    // Each is still limited individually, without affecting others.
    for (let number = 10; number < 19; number++) await pupils[0]!.call('POST', '/api/leagues/join-code', wrong(number))
    expect((await pupils[0]!.call('POST', '/api/leagues/join-code', wrong(3))).status).toBe(429)
    await joinedBy(league, ...(await players(app, ['late'], school)))

    const guessers = await players(app, Array(10).fill('guesser'), school)
    const guesses = async () => {
      for (const [number, guesser] of guessers.entries())
        await guesser.call('POST', '/api/leagues/join-code', wrong(number))
    }
    await guesses()
    const other = await leagueOf(anna)
    const [newcomer] = await players(app, ['newcomer'], school)
    const code = { joinCode: other.joinCode }
    expect((await newcomer!.call('POST', '/api/leagues/join-code', code)).status).toBe(429)
    expect((await pupils[1]!.call('POST', '/api/leagues/join-code', code)).status).toBe(200)

    app.clock.advance(24 * 3_600_000)
    await guesses()
    expect((await pupils[2]!.call('POST', '/api/leagues/join-code', code)).status).toBe(429)
  })

  test('R243: an invitation shows name, members and founder to anyone with its code, the league to its members', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna, { name: 'The Office', description: 'Only for us' })
    const invitation = { name: 'The Office', memberCount: 1, founder: anna.username, leagueId: null }
    const path = `/api/join/${league.joinCode.toLowerCase()}`
    const stranger = app.client()
    expect(await stranger.get(path)).toEqual(invitation)
    expect(await bob.get(path)).toEqual(invitation)
    await joinedBy(league, bob)
    expect(await bob.get(path)).toEqual({ ...invitation, memberCount: 2, leagueId: league.id })
    await anna.call('POST', `/api/leagues/${league.id}/join-code`)
    const old = await stranger.request('GET', path)
    expect([old.status, old.body.detail]).toEqual([404, 'There is no league with this join code'])
  })

  test('reading an invitation counts like joining: ten wrong codes an hour per address', async () => {
    const { anna } = await some('anna')
    const league = await leagueOf(anna)
    const from = { 'x-forwarded-for': '198.51.100.11' }
    const read = (code: string) => app.client().request('GET', `/api/join/${code}`, undefined, from)
    expect((await read(league.joinCode)).status).toBe(200)
    const misses = await Promise.all(Array.from({ length: 11 }, (_, number) => read(wrong(number).joinCode)))
    expect(misses.map(({ status }) => status).sort()).toEqual([...Array(10).fill(404), 429])
    const stopped = await read(league.joinCode)
    expect([stopped.status, stopped.headers.get('retry-after')]).toEqual([429, '3600'])
    // The same address joins by no code either, and another one is free.
    const [pupil] = await players(app, ['pupil'], '198.51.100.11')
    expect((await pupil!.call('POST', '/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(429)
    expect((await app.client().request('GET', `/api/join/${league.joinCode}`)).status).toBe(200)
  })

  test('sixty guesses at once get ten checks', async () => {
    const { bob } = await some('bob')
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, number) => bob.call('POST', '/api/leagues/join-code', wrong(number))),
    )
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(50)
  })

  test('right codes count for nothing: thirty join from one address', async () => {
    const { anna } = await some('anna')
    const league = await leagueOf(anna)
    const friends = await players(app, Array(30).fill('friend'), '198.51.100.8')
    const answers = await Promise.all(
      friends.map((friend) =>
        outcomeOf((headers) => friend.call('POST', '/api/leagues/join-code', { joinCode: league.joinCode }, headers)),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array(30).fill(200))
  })

  test('every miss has the same response: unknown, old, of a closed league, of another form', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const [old, closed] = [await leagueOf(anna), await leagueOf(anna)]
    await anna.call('POST', `/api/leagues/${old.id}/join-code`)
    await anna.call('DELETE', `/api/leagues/${closed.id}/members/${anna.id}`)
    const misses = ['ZZZZZZZZ', old.joinCode, closed.joinCode, "' or 1=1 --", '💥']
    const answers = await Promise.all(
      misses.map((joinCode) => bob.call('POST', '/api/leagues/join-code', { joinCode })),
    )
    for (const { status, body } of answers)
      expect([status, { ...body, instance: '' }]).toEqual([404, { ...answers[0]!.body, instance: '' }])
  })
})

describe('T38: a private league is invisible to strangers', () => {
  test('its name, members, code, teams and statistics appear in no response to any GET', async () => {
    const { anna, bob, eve } = await some('secretive', 'hidden', 'eve').then((made) => ({
      anna: made.secretive,
      bob: made.hidden,
      eve: made.eve,
    }))
    const league = await leagueOf(anna, { name: 'Xyzzy Circle', description: 'Plugh words' })
    await joinedBy(league, bob)
    const team = await teamIn(league, bob, { name: 'Frobozz Eleven', description: 'Grue lovers' })
    const secrets = ['Xyzzy', 'Plugh', 'Frobozz', 'Grue', league.joinCode, anna.username, bob.username]
    const routes = app.container
      .getAll(PARTS.Routes)
      .flat()
      .filter(({ method }) => method === 'get')
    const values: Record<string, number | string> = { teamId: team.id, userId: bob.id, gameweek: 1, id: league.id }
    const paths = new Set(['/api/openapi.json'])
    for (const { path } of routes)
      for (const id of [league.id, team.id, anna.id, bob.id])
        paths.add(
          path.replace(/:(\w+)/g, (_: string, name: string) => String(name === 'id' ? id : (values[name] ?? id))),
        )
    expect(paths.size).toBeGreaterThan(15)
    // The same requests by a member find all of these secrets, which proves that the list of paths is complete.
    const seen = (await Promise.all([...paths].map((path) => anna.call('GET', path)))).map(({ body }) =>
      JSON.stringify(body),
    )
    for (const secret of secrets)
      expect(
        seen.some((text) => text.includes(secret)),
        secret,
      ).toBe(true)
    const nobody = { call: (method: string, path: string) => app.client().request(method, path) }
    const admin = await app.admin()
    const administrator = { call: (method: string, path: string) => admin.request(method, path) }
    for (const reader of [eve, nobody, administrator])
      for (const path of paths) {
        const { body } = await reader.call('GET', path)
        // Administrators see the list of accounts, but no more of leagues than others.
        const isOfAccounts = reader === administrator && path.startsWith('/api/admin')
        // A player's page shows their name to all, but nothing of their private leagues.
        const told = isOfAccounts || path.startsWith('/api/players/') ? secrets.slice(0, 5) : secrets
        for (const secret of told) expect(JSON.stringify(body), `${path} tells ${secret}`).not.toContain(secret)
      }
    for (const path of ['', '?gameweek=1', '/statistics', '/teams', '/messages'])
      expect((await eve.call('GET', `/api/leagues/${league.id}${path}`)).status).toBe(404)
  })

  test('every write of a stranger is a 404, and changes nothing', async () => {
    const { anna, bob, eve } = await some('anna', 'bob', 'eve')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const team = await teamIn(league, bob)
    const before = await anna.get(`/api/leagues/${league.id}`)
    const writes = [
      ['POST', `/api/leagues/${league.id}/join`],
      ['PATCH', `/api/leagues/${league.id}`, { name: 'Mine', adminId: eve.id }],
      ['POST', `/api/leagues/${league.id}/join-code`],
      ['DELETE', `/api/leagues/${league.id}/members/${bob.id}`],
      ['DELETE', `/api/leagues/${league.id}/members/${eve.id}`],
      ['POST', `/api/leagues/${league.id}/teams`, { name: 'Mine' }],
      ['POST', `/api/teams/${team.id}/members`, {}],
      ['DELETE', `/api/teams/${team.id}/members/${bob.id}`],
      ['DELETE', `/api/teams/${team.id}/members/${eve.id}`],
      ['PATCH', `/api/teams/${team.id}/members/${bob.id}`, { role: 'vice-captain' }],
    ] as const
    for (const [method, path, body] of writes)
      expect([method, path, (await eve.call(method, path, body)).status]).toEqual([method, path, 404])
    expect(await anna.get(`/api/leagues/${league.id}`)).toEqual(before)
    expect(await anna.get(`/api/leagues/${league.id}/teams`)).toEqual([team])
  })

  test('a public league is open to readers; writing is for members and its admin', async () => {
    const { anna, eve } = await some('anna', 'eve')
    const league = await leagueOf(anna, { type: 'public' })
    const page = await eve.get(`/api/leagues/${league.id}`)
    expect([page.me, page.isMember, page.standings.length]).toEqual([null, false, 1])
    expect((await eve.get(`/api/leagues/${league.id}/statistics`)).memberCount).toBe(1)
    expect(await eve.get(`/api/leagues/${league.id}/teams`)).toEqual([])
    const refused = await eve.call('POST', `/api/leagues/${league.id}/teams`, { name: 'x' })
    expect([refused.status, refused.body.detail]).toEqual([403, 'Only members of the league can do this'])
    expect((await eve.call('PATCH', `/api/leagues/${league.id}`, { name: 'x' })).status).toBe(403)
    expect((await eve.call('DELETE', `/api/leagues/${league.id}/members/${anna.id}`)).status).toBe(403)
  })

  test('members are notified of a change, strangers are not', async () => {
    const { anna, bob, eve } = await some('anna', 'bob', 'eve')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const heard = new Map<Player, string[]>()
    for (const one of [anna, bob, eve]) {
      const socket = io(app.url, { transports: ['websocket'], extraHeaders: { cookie: one.cookie }, forceNew: true })
      sockets.push(socket)
      await new Promise<void>((resolve) => socket.once('connect', () => resolve()))
      heard.set(one, [])
      socket.onAny((_event, frame) => heard.get(one)!.push(JSON.stringify(frame)))
    }
    await anna.call('PATCH', `/api/leagues/${league.id}`, { name: 'Renamed secretly' })
    const told = (one: Player) => heard.get(one)!.filter((frame) => frame.includes('"leagues"'))
    await expect.poll(() => [anna, bob].map((one) => told(one).length > 0)).toEqual([true, true])
    expect(told(eve)).toEqual([])
    for (const frame of [...heard.values()].flat()) expect(frame).not.toContain('Renamed')
  })
})

describe('standings', () => {
  test('a page of at most 100, with the reader’s own row', async () => {
    const { anna, bob } = await some('anna', 'bob')
    const league = await leagueOf(anna)
    await joinedBy(league, bob)
    const second = await anna.get(`/api/leagues/${league.id}?limit=1&offset=1`)
    expect([second.standings.map(({ id }: { id: number }) => id), second.me.id]).toEqual([[bob.id], anna.id])
    for (const bad of ['limit=101', 'limit=0', 'offset=-1', 'gameweek=39', 'gameweek=x', 'season=never'])
      expect((await anna.call('GET', `/api/leagues/${league.id}?${bad}`)).status).toBe(400)
  })

  test('a pick is visible at the next read: no cache is older than the reader’s own write', async () => {
    const { anna } = await some('anna')
    const league = await leagueOf(anna)
    expect((await standingsOf(anna, league))[0].totalPredictions).toBe(0)
    const fixture = (await anna.get('/api/fixtures')).find((each: { isOpen: boolean }) => each.isOpen)
    const pick = { fixtureId: fixture.id, predictedResult: 'home' }
    expect((await anna.call('POST', '/api/predictions', pick)).status).toBe(201)
    expect((await standingsOf(anna, league))[0].totalPredictions).toBe(1)
    const statistics = await anna.get(`/api/leagues/${league.id}/statistics`)
    expect(statistics).toMatchObject({ totalPredictions: 1, activityTrend: 'increasing', topScorer: null })
    expect(statistics.lastActivity).toBe(new Date(app.clock.now()).toISOString())
  })
})

test('a rebuild of the read model gives the same tables', async () => {
  await reacted(app)
  const [verified] = await app.container.get(TYPES.Engine).verify(['leagues'])
  expect(verified!.tables.map(({ table, differences }) => [table, differences])).toEqual(
    ['erased', 'league_jokers', 'league_rules', 'leagues', 'members', 'stints', 'teams', 'test_users'].map((table) => [
      table,
      0,
    ]),
  )
})

test('while the projection is paused, a stored command returns its result and reports the lag', async () => {
  const { anna, bob, eve } = await some('anna', 'bob', 'eve')
  const [open, renamed, recoded] = [
    await leagueOf(anna, { type: 'public' }),
    await leagueOf(anna, { name: 'Before' }),
    await leagueOf(anna),
  ]
  await app.container.get(TYPES.Engine).stop()
  const answers = await Promise.all([
    bob.call('POST', `/api/leagues/${open.id}/join`),
    eve.call('POST', '/api/leagues/join-code', { joinCode: renamed.joinCode }),
    anna.call('PATCH', `/api/leagues/${open.id}`, { name: 'After', description: 'New' }),
    anna.call('POST', `/api/leagues/${recoded.id}/join-code`),
  ])
  expect(answers.map(({ status, headers }) => [status, headers.get('plp-pending')?.split(', ')[0]])).toEqual(
    answers.map(() => [200, 'leagues']),
  )
  const [joined, byCode, changed, code] = answers.map(({ body }) => body)
  expect(joined).toMatchObject({ id: open.id, isMember: true, memberCount: 2, joinCode: open.joinCode })
  expect(byCode).toEqual({ ...renamed, memberCount: 2 })
  expect(changed).toMatchObject({ name: 'After', description: 'New', createdAt: open.createdAt })
  expect(code).toEqual({ ...recoded, joinCode: expect.stringMatching(/^[A-HJ-NP-Z2-9]{8}$/) })
  expect(code.joinCode).not.toBe(recoded.joinCode)
})
