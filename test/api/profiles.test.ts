import { request } from 'node:http'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { quotas } from '../../src/areas/index.ts'
import { AVATAR_LIMITS } from '../../src/areas/profiles/constants.ts'
import { profileStream } from '../../src/areas/profiles/events.ts'
import { profileDecider } from '../../src/areas/profiles/profile-decider.ts'
import { TYPES } from '../../src/identifiers.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { enter } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players, teamIn } from '../support/leagues.ts'
import { animation, bomb, colour, form, photo } from '../support/pictures.ts'
import { repeated } from '../support/repeated.ts'
import { pageOf, predicted, sharedBy } from '../support/sharing.ts'

let one: TestApp
let two: TestApp
let admin: TestClient
beforeAll(async () => {
  one = await startTestApp({ realQuotas: true })
  two = await startTestApp({ beside: one, realQuotas: true })
  admin = await one.admin()
}, 120_000)
afterAll(async () => {
  await two?.close()
  await one?.close()
})

async function some(...names: string[]): Promise<Player[]> {
  const made = await players(one, names)
  await one.settled()
  return made
}
const change = (player: Player, body: object) => player.call('PUT', '/api/profile', body)

/** Uploads a form to a node. */
async function upload(player: Player, body: FormData, app: TestApp = one) {
  const res = await fetch(`${app.url}/api/user/avatar`, { method: 'POST', headers: { cookie: player.cookie }, body })
  const text = await res.text()
  return { status: res.status, body: text ? JSON.parse(text) : null, headers: res.headers }
}
const picture = (path: string, app: TestApp = one) => fetch(app.url + path)
/** A player with a picture. */
async function shown(name: string): Promise<{ player: Player; url: string }> {
  const [player] = await some(name)
  const { status, body } = await upload(player!, form(await photo()))
  expect(status, body?.detail).toBe(200)
  return { player: player!, url: body.avatarUrl }
}
const INVALID = 'Invalid File: Please select an image file (JPG, PNG, GIF)'

const RESERVED = 'This name is reserved. Choose another'
const BLANK = 'Use at least one visible character'

describe('the own profile', () => {
  const nobody = {
    ...{ firstName: null, lastName: null, bio: null, location: null, phone: null, favoriteTeam: null },
    ...{ profileImage: null, email: null, emailConfirmed: false, securityQuestion: null, rank: null },
    ...{ totalPoints: 0, totalPredictions: 0, correctPredictions: 0, settledPredictions: 0, exactScores: 0 },
    ...{ averageAccuracy: 0, currentStreak: 0, bestStreak: 0 },
  }

  test('R130: without a name the username is displayed', async () => {
    const [maya] = await some('maya')
    const { joinedAt, ...profile } = await maya!.get('/api/profile')
    expect(profile).toEqual({ id: maya!.id, username: maya!.username, displayName: maya!.username, ...nobody })
    expect(joinedAt).toBe(new Date(one.clock.now()).toISOString())
  })

  test.each([
    [{ firstName: ' Maya ' }, { firstName: 'Maya', displayName: 'Maya' }],
    [{ lastName: 'Kessler' }, { lastName: 'Kessler', displayName: 'Kessler' }],
    [{ bio: 'Away end,\nrow F.' }, { bio: 'Away end,\nrow F.' }],
    [{ location: 'Hounslow' }, { location: 'Hounslow' }],
    [{ phone: '+44 (0)20 7946-0000' }, { phone: '+44 (0)20 7946-0000' }],
    [{ favoriteTeam: 3 }, { favoriteTeam: 3 }],
    [{ email: 'maya@example.org' }, { email: 'maya@example.org', emailConfirmed: false }],
    [{ securityQuestion: 'First ground?', securityAnswer: 'Griffin Park' }, { securityQuestion: 'First ground?' }],
  ])('R131: %j is changed alone, and stands in the log, the read model and the answer', async (body, expected) => {
    const [maya] = await some('maya')
    const before = await maya!.get('/api/profile')
    const changed = await change(maya!, body)
    expect([changed.status, changed.body]).toEqual([200, { ...before, ...expected }])
    expect(await maya!.get('/api/profile')).toEqual({ ...before, ...expected })
  })

  test('R131: null and an empty text remove a field, and omitted fields stay', async () => {
    const [maya] = await some('maya')
    const said = { firstName: 'Maya', lastName: 'Kessler', bio: 'Row F.', location: 'Hounslow', phone: '07700 900123' }
    await change(maya!, { ...said, favoriteTeam: 3 })
    const { body } = await change(maya!, { firstName: '  ', bio: null, phone: '', favoriteTeam: null })
    const left = { firstName: null, bio: null, phone: null, favoriteTeam: null }
    expect(body).toMatchObject({ ...said, ...left, displayName: 'Kessler' })
    expect(await maya!.get('/api/profile')).toEqual(body)
  })

  test.each([
    [{ firstName: 'x'.repeat(51) }, 'firstName'],
    [{ firstName: '\u200b' }, 'firstName'],
    [{ lastName: 'two\nlines' }, 'lastName'],
    [{ location: 'turned \u202e round' }, 'location'],
    [{ bio: 'x'.repeat(501) }, 'bio'],
    [{ phone: 'call me' }, 'phone'],
    [{ phone: '12345' }, 'phone'],
    [{ favoriteTeam: 999_999 }, 'favoriteTeam'],
    [{ favoriteTeam: 'Brentford' }, 'favoriteTeam'],
    [{ email: 'nobody' }, 'email'],
  ])('R131: %j is refused', async (body, path) => {
    const [maya] = await some('maya')
    const refused = await change(maya!, { bio: 'Not to be stored', ...body })
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, path])
    expect((await maya!.get('/api/profile')).bio).toBeNull()
  })

  test.each<[object, string, string]>([
    [{ firstName: 'Administrator' }, 'firstName', RESERVED],
    [{ firstName: 'Maya', lastName: 'Аdmіn' }, 'lastName', RESERVED],
    [{ firstName: 'Admin Dave' }, 'firstName', RESERVED],
    [{ firstName: 'PLP', lastName: 'Kessler' }, 'firstName', RESERVED],
    [{ firstName: 'Mod', lastName: 'erator' }, 'lastName', RESERVED],
    [{ lastName: 'Deleted user' }, 'lastName', RESERVED],
    [{ firstName: 'Maya @bo' }, 'firstName', 'Leave out the @: it marks usernames'],
    [{ firstName: '\u2800' }, 'firstName', BLANK],
    [{ firstName: '\u3164\uffa0' }, 'firstName', BLANK],
    [{ lastName: '\u0301' }, 'lastName', BLANK],
    [{ lastName: '\u200d\u2060\ufe0f' }, 'lastName', BLANK],
  ])('T91: %j is refused as a name', async (body, path, message) => {
    const [maya] = await some('maya')
    const refused = await change(maya!, { bio: 'Not to be stored', ...body })
    expect([refused.status, refused.body.errors]).toEqual([400, [{ path, message }]])
    expect((await maya!.get('/api/profile')).bio).toBeNull()
  })

  test('T91: a name from before the rule stays, and other fields can be changed', async () => {
    const [maya] = await some('maya')
    const handler = one.container.get(TYPES.Handler)
    const old = { firstName: 'Support', lastName: '\u2800' }
    const command = { type: 'change', userId: maya!.id, fields: old } as const
    const at = new Date(one.clock.now()).toISOString()
    await handler.handle(profileDecider, profileStream(maya!.id), command, { ...systemContext(at), actor: maya!.id })
    await one.settled()
    const kept = await change(maya!, { ...old, bio: 'Row F.' })
    expect([kept.status, kept.body]).toMatchObject([200, { ...old, bio: 'Row F.' }])
    expect((await change(maya!, { lastName: null })).status).toBe(200)
    expect((await change(maya!, { firstName: 'Staff' })).status).toBe(400)
  })

  test('R131: if address or question are refused, nothing else changes (T21)', async () => {
    const maya = await one.player('secretive')
    const say = (body: object) => maya.put('/api/profile', body)
    await say({
      email: 'maya@example.org',
      securityQuestion: 'First ground?',
      securityAnswer: 'Griffin Park',
    })
    const rest = { firstName: 'Maya', favoriteTeam: 3 }
    for (const [secrets, status] of [
      [{ email: 'other@example.org' }, 403],
      [{ securityQuestion: null, currentPassword: 'wrong-one' }, 401],
      [{ securityQuestion: 'Without its answer?' }, 400],
      [{ securityQuestion: 'First ground?', securityAnswer: 'man utd' }, 400],
    ] as const)
      expect((await say({ ...rest, ...secrets })).status).toBe(status)
    expect(await maya.get('/api/profile')).toMatchObject({
      ...{ firstName: null, favoriteTeam: null, email: 'maya@example.org', securityQuestion: 'First ground?' },
    })
    expect(JSON.stringify(await maya.get('/api/profile'))).not.toMatch(/griffin/i)
  })

  test('T3: other fields of the body are not stored', async () => {
    const [maya] = await some('maya')
    await change(maya!, {
      username: 'admin',
      role: 'admin',
      totalPoints: 900,
      profileImage: 'https://elsewhere.example',
    })
    expect(await maya!.get('/api/profile')).toMatchObject({
      username: maya!.username,
      totalPoints: 0,
      profileImage: null,
    })
    expect(await maya!.get('/api/user')).toMatchObject({ role: 'user' })
  })

  test('R130: names, bio, location and phone are under the person’s key', async () => {
    const [maya] = await some('maya')
    await change(maya!, { firstName: 'Secretname', bio: 'Secretbio', location: 'Secretplace', phone: '07700 900999' })
    const { rows } = await one.container
      .get(TYPES.Database)
      .pool.query<{ data: object }>("select data from log.events where type in ('NameChanged', 'ProfileChanged')")
    expect(rows.length).toBeGreaterThan(1)
    expect(JSON.stringify(rows)).not.toMatch(/Secret|900999/)
  })
})

describe('played matches', () => {
  test('R132: counts, streaks over settled predictions by kickoff, accuracy and points by gameweek', async () => {
    const [nia, mate, stranger] = await some('nia', 'mate', 'stranger')
    await predicted(one, nia!, 5)
    await predicted(one, mate!, 1)
    const matches: { fixtureId: number; fixture: { kickoffTime: string; gameweek: number } }[] =
      await nia!.get('/api/predictions')
    matches.sort((a, b) => a.fixture.kickoffTime.localeCompare(b.fixture.kickoffTime) || a.fixtureId - b.fixtureId)
    // 2-1 was predicted everywhere: exact, wrong, correct, exact; the last match is not played yet.
    const results = [
      [2, 1],
      [0, 0],
      [1, 0],
      [2, 1],
    ] as const
    for (const [index, [home, away]] of results.entries()) await enter(admin, matches[index]!.fixtureId, home, away)
    await one.settled()
    const user = await nia!.get('/api/user')
    const record = {
      ...{ totalPredictions: 5, settledPredictions: 4, correctPredictions: 3, exactScores: 2, averageAccuracy: 75 },
      ...{ currentStreak: 2, bestStreak: 2, totalPoints: user.totalPoints, rank: user.rank },
    }
    expect(await nia!.get('/api/profile')).toMatchObject(record)
    const { recentPerformance, ...stats } = await nia!.get('/api/profile/stats')
    expect(stats).toEqual({ ...record, weeklyPredictions: 5, monthlyPredictions: 5 })
    const weeks = recentPerformance.map(({ week }: { week: number }) => week)
    expect(weeks).toEqual([...new Set(weeks)].sort((a, b) => Number(a) - Number(b)))
    expect(recentPerformance.reduce((sum: number, { points }: { points: number }) => sum + points, 0)).toBe(35)
    if (weeks.length === 1) expect(recentPerformance[0]).toMatchObject({ accuracy: 75 })
    // The averages with them: of two players in the gameweek of the first match.
    const [first] = await mate!.get('/api/predictions')
    const paid = [15, 0, 5, 15]
    for (const { week, field } of recentPerformance) {
      const picks = matches.flatMap(({ fixtureId, fixture }, index) =>
        fixture.gameweek !== week || index > 3 ? [] : Array(fixtureId === first.fixtureId ? 2 : 1).fill(paid[index]),
      )
      const sum = picks.reduce((all, points) => all + points, 0)
      expect(field).toEqual({
        accuracy: Math.round((100 * picks.filter((points) => points > 0).length) / picks.length),
        points: sum / (first.fixture.gameweek === week ? 2 : 1),
      })
    }
    expect(await stranger!.get('/api/profile/stats')).toEqual({
      ...{ totalPredictions: 0, settledPredictions: 0, correctPredictions: 0, exactScores: 0, averageAccuracy: 0 },
      ...{ currentStreak: 0, bestStreak: 0, totalPoints: 0, rank: null, weeklyPredictions: 0, monthlyPredictions: 0 },
      recentPerformance: [],
    })
  })
})

describe('pictures', () => {
  test('R133: a picture is encoded anew, and served by every node to everyone, for ever (T63)', async () => {
    const { player, url } = await shown('maya')
    expect(url).toMatch(/^\/api\/avatars\/[\w-]{22}\.webp$/)
    expect((await player.get('/api/profile')).profileImage).toBe(url)
    for (const app of [one, two]) {
      const res = await picture(url, app)
      const bytes = Buffer.from(await res.arrayBuffer())
      const { format, width, height, exif } = await sharp(bytes).metadata()
      expect([res.status, format, width, height, exif]).toEqual([200, 'webp', 256, 256, undefined])
      expect(bytes.includes('Secretphone')).toBe(false)
      expect(Object.fromEntries(res.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'private, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-disposition': 'attachment; filename="avatar.webp"',
        'content-security-policy': "default-src 'none'; sandbox",
      })
    }
    const { rows } = await one.container
      .get(TYPES.Database)
      .pool.query("select data from log.events where type = 'AvatarChanged' and (data->>'userId')::int = $1", [
        player.id,
      ])
    expect(rows).toEqual([{ data: { userId: player.id, name: url.slice(13, 35), replaced: null } }])
  })

  test('R133: a new one replaces it at once, and a removed one is gone (T66)', async () => {
    const { player, url } = await shown('maya')
    const { body } = await upload(player, form(await animation(), { name: '../../etc/passwd', type: 'text/html' }), two)
    expect(body.avatarUrl).not.toBe(url)
    for (const app of [one, two]) expect((await picture(url, app)).status).toBe(404)
    expect((await picture(body.avatarUrl)).status).toBe(200)
    expect((await player.call('DELETE', '/api/user/avatar')).status).toBe(204)
    expect((await player.get('/api/user')).profileImage).toBeNull()
    for (const app of [one, two]) expect((await picture(body.avatarUrl, app)).status).toBe(404)
    expect((await player.call('DELETE', '/api/user/avatar')).status).toBe(204)
    const { rows } = await one.container
      .get(TYPES.Database)
      .pool.query('select from app.avatars where user_id = $1', [player.id])
    expect(rows).toEqual([])
  })

  test('R133: the same key gets the same picture', async () => {
    const [maya] = await some('maya')
    const send = async () => {
      const headers = { cookie: maya!.cookie, 'idempotency-key': 'one-picture' }
      const res = await fetch(`${one.url}/api/user/avatar`, { method: 'POST', headers, body: form(await photo()) })
      return (await res.json()) as { avatarUrl: string }
    }
    const first = await send()
    expect(await send()).toEqual(first)
    expect((await picture(first.avatarUrl)).status).toBe(200)
  })

  test('R133: an invalid picture is refused, and the existing one stays (T63, T64)', async () => {
    const { player, url } = await shown('maya')
    const given: [string, FormData][] = [
      ['an SVG', form('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', { type: 'image/svg+xml' })],
      ['HTML that says it is a PNG', form('<html><script>alert(1)</script></html>')],
      ['a text', form('hello', { name: 'hello.txt', type: 'text/plain' })],
      ['an empty file', form('')],
      ['another field', form(await photo(), { field: 'file' })],
      ['no file', new FormData()],
      ['a PNG of 50,000 × 50,000', form(bomb())],
    ]
    for (const [what, body] of given) {
      const refused = await upload(player, body)
      expect([refused.status, refused.body.detail], what).toEqual([400, INVALID])
    }
    expect((await player.get('/api/user')).profileImage).toBe(url)
    expect((await picture(url)).status).toBe(200)
  })

  test('R133: after three files with only a picture’s signature the next one waits, a picture before that does not (T64)', async () => {
    const [maya, other] = await some('maya', 'other')
    for (const file of [bomb(), bomb(), await photo(), bomb(), bomb()])
      expect([200, 400]).toContain((await upload(maya!, form(file))).status)
    const last = await upload(maya!, form(bomb()))
    expect([last.status, last.body.detail]).toEqual([400, INVALID])
    const next = await upload(maya!, form(await photo()))
    expect([next.status, Number(next.headers.get('Retry-After')) > 0]).toEqual([429, true])
    expect((await upload(other!, form(await photo()))).status).toBe(200)
  })

  test('R133: a file of 6 MB is a 413, of which at most 5 MB are read; a body other than a form is a 415 (T65)', async () => {
    const [maya] = await some('maya')
    const refused = await upload(maya!, form(Buffer.alloc(6 * 1024 * 1024)))
    expect([refused.status, refused.body.detail]).toEqual([
      413,
      'File Too Large: Please select an image smaller than 5MB',
    ])
    expect((await upload(maya!, form(Buffer.alloc(AVATAR_LIMITS.bytes + 1)))).status).toBe(413)
    // Of the maximum size: it is checked.
    const large = Buffer.concat([await colour('#3c3').png().toBuffer(), Buffer.alloc(AVATAR_LIMITS.bytes)])
    expect((await upload(maya!, form(large.subarray(0, AVATAR_LIMITS.bytes)))).status).toBe(200)
    const json = await maya!.call('POST', '/api/user/avatar', { avatar: 'x' })
    expect([json.status, json.body.detail]).toEqual([415, 'Please send a form with a file'])
    const elsewhere = await fetch(`${one.url}/api/profile`, {
      ...{ method: 'PUT', headers: { cookie: maya!.cookie }, body: form('x') },
    })
    expect(elsewhere.status).toBe(415)
  })

  test('a form of another site is refused, and so is a stranger’s (T15)', async () => {
    const [maya] = await some('maya')
    const headers = { cookie: maya!.cookie, origin: 'https://elsewhere.example' }
    const res = await fetch(`${one.url}/api/user/avatar`, { method: 'POST', headers, body: form(await photo()) })
    expect(res.status).toBe(403)
    const stranger = await fetch(`${one.url}/api/user/avatar`, { method: 'POST', body: form(await photo()) })
    expect(stranger.status).toBe(401)
  })

  test('T66: ten an hour, over all nodes; refused ones do not count', async () => {
    const [maya] = await some('maya')
    const at = new Date(one.clock.now()).toISOString()
    await one.container.get(TYPES.Quotas).consume({ userId: maya!.id, quota: quotas.avatars!, amount: 9, at })
    const file = await photo()
    expect((await upload(maya!, form('no picture'), two)).status).toBe(400)
    expect((await upload(maya!, form(file))).status).toBe(200)
    const beyond = await upload(maya!, form(file), two)
    expect([beyond.status, Number(beyond.headers.get('Retry-After')) > 0]).toEqual([429, true])
  }, 60_000)

  test.each(['/api/avatars/none.webp', `/api/avatars/${'x'.repeat(22)}.webp`, '/api/avatars/..%2f..%2fetc%2fpasswd'])(
    'T66: there is nothing at %s',
    async (path) => {
      expect((await picture(path)).status).toBe(404)
    },
  )

  test('T65: of many concurrent uploads a few are read, the others are deferred unread, and the node uses little memory', async () => {
    const crowd = await some(...Array.from({ length: repeated(30, 100) }, (_, nth) => `crowd${nth}`))
    const count = 2 * crowd.length
    // Eight of them are forty megabytes.
    const MOST = 8
    const noise = Buffer.alloc(AVATAR_LIMITS.bytes - 1_024, 7)
    const head = '--b\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n'
    const body = Buffer.concat([noise, Buffer.from('\r\n--b--\r\n')])
    const before = process.memoryUsage().arrayBuffers
    let most = 0
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().arrayBuffers - before)
    }, 10)
    const { promise: othersRefused, resolve: refused } = Promise.withResolvers<void>()
    let [answered, sent] = [0, 0]
    const send = (player: Player) =>
      new Promise<{ status: number; retryAfter: number }>((resolve, reject) => {
        const headers = {
          ...{ cookie: player.cookie, 'x-forwarded-for': `198.51.100.${crowd.indexOf(player)}` },
          'content-type': 'multipart/form-data; boundary=b',
          'content-length': head.length + body.length,
        }
        const req = request(`${one.url}/api/user/avatar`, { method: 'POST', headers, agent: false }, (res) => {
          resolve({ status: res.statusCode!, retryAfter: Number(res.headers['retry-after']) })
          res.resume()
          req.destroy()
        })
        req.on('error', reject)
        // The body is sent after all others are refused; those have sent nothing of theirs.
        req.write(head)
        othersRefused.then(() => {
          if (req.destroyed) return
          sent++
          req.end(body)
        })
      })
    const asked = [...crowd, ...crowd].map(async (player) => {
      const answer = await send(player)
      if (++answered === count - MOST) refused()
      return answer
    })
    const answers = await Promise.all(asked)
    clearInterval(watch)
    const of = (status: number) => answers.filter((answer) => answer.status === status)
    expect(of(503).length).toBeGreaterThan(count / 2)
    expect(answers.filter(({ status }) => status !== 400).every(({ retryAfter }) => retryAfter > 0)).toBe(true)
    expect([of(400).length, of(429).length + of(503).length, sent]).toEqual([MOST, count - MOST, MOST])
    // The bodies that are read, once in parts and once concatenated, and the same again for the senders; all of them would
    // be 300 MB or more.
    expect(most).toBeLessThan(200 * 1024 * 1024)
    expect((await upload(crowd[0]!, form(await photo()))).status).toBe(200)
  }, 60_000)

  test('T65: bodies that never arrive occupy five places of one address, and a picture from elsewhere is accepted', async () => {
    const crowd = await some(...Array.from({ length: 7 }, (_, nth) => `slow${nth}`))
    const own = crowd.pop()!
    const refused = Promise.withResolvers<number>()
    const held = crowd.map(({ cookie }) => {
      const headers = { cookie, 'x-forwarded-for': '198.51.100.200', 'content-type': 'multipart/form-data; boundary=b' }
      const req = request(`${one.url}/api/user/avatar`, {
        ...{ method: 'POST', agent: false },
        headers: { ...headers, 'content-length': 1_000 },
      })
      req.on('response', ({ statusCode }) => refused.resolve(statusCode!)).on('error', () => undefined)
      req.flushHeaders()
      return req
    })
    expect(await refused.promise).toBe(503)
    expect((await upload(own, form(await photo()))).status).toBe(200)
    for (const req of held) req.destroy()
  })
})

describe('names and pictures', () => {
  let maya: Player
  let ben: Player
  let url: string
  let league: { id: number; joinCode: string }
  let share: Awaited<ReturnType<typeof sharedBy>>
  const SECRET = { email: 'maya.secret@example.org', phone: '07700 900555' }
  /** Places where others read the name. */
  const places = (): [string, string][] => [
    ['the board', '/api/leaderboard'],
    ['the board by name', `/api/leaderboard?search=${maya.username}`],
    ['leagues', '/api/leagues'],
    ['a league', `/api/leagues/${league.id}`],
    ['its statistics', `/api/leagues/${league.id}/statistics`],
    ['its teams', `/api/leagues/${league.id}/teams`],
    ['its chat', `/api/leagues/${league.id}/messages`],
    ['feedback', '/api/feedback'],
    ['shares', '/api/shared-predictions'],
    ['the feed', '/api/social-feed'],
    ['a share', pageOf(share)],
    ['comments', `${pageOf(share)}/comments`],
    ['players', `/api/users?search=${maya.username}`],
    ['players to follow', '/api/users/discover'],
    ['competitions', '/api/competitions'],
  ]
  /** The parts of a response about her. */
  function about(answer: unknown): Record<string, unknown>[] {
    if (typeof answer !== 'object' || answer === null) return []
    const own = 'username' in answer && answer.username === maya.username ? [answer as Record<string, unknown>] : []
    return [...own, ...Object.values(answer).flatMap(about)]
  }

  beforeAll(async () => {
    const made = await shown('maya')
    ;[maya, url] = [made.player, made.url]
    ;[ben] = (await some('ben')) as [Player]
    await change(maya, { firstName: 'Maya', lastName: 'Kessler', ...SECRET })
    league = await leagueOf(maya, { type: 'public' })
    await joinedBy(league, ben)
    await teamIn(league, maya)
    await maya.call('POST', `/api/leagues/${league.id}/messages`, { content: 'Hello' })
    await maya.call('POST', '/api/feedback', { category: 'bug', title: 'Something', description: 'It does not work.' })
    const own = await predicted(one, maya, 2)
    share = await sharedBy(maya, own)
    await maya.call('POST', `${pageOf(share)}/comments`, { content: 'Mine' })
    const competitions: { id: number; name: string; status: string }[] = await ben.get('/api/competitions')
    for (const { id } of competitions.filter(({ status }) => status !== 'ended').slice(0, 3))
      await maya.call('POST', `/api/competitions/${id}/join`, {})
    await one.settled()
  }, 60_000)

  test('R134: are together in every place that shows a name', async () => {
    for (const [what, path] of places()) {
      const found = about(await ben.get(path))
      expect(found.length, what).toBeGreaterThan(0)
      for (const each of found) expect(each, what).toMatchObject({ displayName: 'Maya Kessler', profileImage: url })
    }
    expect(await maya.get('/api/user')).toMatchObject({ displayName: 'Maya Kessler', profileImage: url })
  })

  test('R134: administrators see picture, club and wallet in their list', async () => {
    const walletAddress = '0x52908400098527886E0F7030069857D2E4169EE7'
    await maya.call('PATCH', '/api/wallet', { walletAddress })
    await change(maya, { favoriteTeam: 3 })
    const [user] = await admin.get(`/api/admin/users?search=${maya.username}`)
    expect(user).toMatchObject({ displayName: 'Maya Kessler', profileImage: url, favoriteTeam: 3, walletAddress })
  })

  test('R134: a change is in every later response, cached ones included', async () => {
    for (const [, path] of places()) await ben.get(path)
    await change(maya, { lastName: 'Kessler-Ward' })
    for (const [what, path] of places())
      for (const each of about(await ben.get(path))) expect(each.displayName, what).toBe('Maya Kessler-Ward')
  })

  test('T48: e-mail and phone are visible to nobody else', async () => {
    for (const [what, path] of [...places(), ['administrators', '/api/admin/users']]) {
      const told = JSON.stringify(await (what === 'administrators' ? admin : ben).get(path!))
      expect(told, what).not.toContain(SECRET.email)
      expect(told, what).not.toContain(SECRET.phone)
    }
    expect(await maya.get('/api/profile')).toMatchObject(SECRET)
  })

  test('T58: after a deletion picture, names and profile texts are gone on all nodes', async () => {
    await one.container
      .get(ACCOUNTS.Accounts)
      .deleteUser(maya.id, systemContext(new Date(one.clock.now()).toISOString()))
    for (const app of [one, two]) {
      expect((await picture(url, app)).status).toBe(404)
      await app.settled()
    }
    const { pool } = one.container.get(TYPES.Database)
    expect((await pool.query('select from read.profiles where user_id = $1', [maya.id])).rowCount).toBe(0)
    expect((await pool.query('select from app.avatars where user_id = $1', [maya.id])).rowCount).toBe(0)
    for (const [what, path] of [...places().slice(0, 8), ['users', '/api/users']]) {
      const told = JSON.stringify((await ben.call('GET', path!)).body)
      expect(told, what).not.toContain('Kessler-Ward')
      expect(told, what).not.toContain(url)
    }
  })
})
