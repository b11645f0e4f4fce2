import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { systemContext } from '../../src/kernel/system-context.ts'
import { enter } from '../support/achievements.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import type { TestClient } from '../support/client.ts'
import { joinedBy, leagueOf, type Player, players } from '../support/leagues.ts'
import { predicted, sharedBy } from '../support/sharing.ts'

let app: TestApp
let admin: TestClient
let owner: Player
let picks: number[]
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://plp.example' } })
  admin = await app.admin()
  owner = (await players(app, ['owner']))[0]!
  picks = await predicted(app, owner, 5)
}, 120_000)
afterAll(() => app?.close())

const sent = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, { headers: { accept: 'text/html', ...headers } })
const tagOf = (html: string, key: string) =>
  new RegExp(`<meta (?:name|property)="${key}" content="([^"]*)">`).exec(html)?.[1]
const pictureOf = async (path: string, headers?: Record<string, string>) => {
  const response = await sent(path, headers)
  return { response, bytes: Buffer.from(await response.arrayBuffer()) }
}

test('a pasted link shows the share: title, description, path and picture', async () => {
  const share = await sharedBy(owner, picks, { title: 'My "five" <b>', description: 'Two draws & a hunch.' })
  const response = await sent(`/shared/${share.shareUrl}`)
  expect(response.status).toBe(200)
  const html = await response.text()
  expect(html).toContain('<title>My &quot;five&quot; &lt;b&gt; · PLP</title>')
  expect(tagOf(html, 'og:title')).toBe('My &quot;five&quot; &lt;b&gt;')
  expect(tagOf(html, 'description')).toBe('Two draws &amp; a hunch.')
  expect(tagOf(html, 'og:url')).toBe(`https://plp.example/shared/${share.shareUrl}`)
  expect(tagOf(html, 'twitter:card')).toBe('summary_large_image')
  expect(html).toContain(`href="/api/shared-predictions/${share.shareUrl}"`)
  expect(tagOf(html, 'robots')).toBeUndefined()
  const picture = tagOf(html, 'og:image')!
  expect(picture).toMatch(/^https:\/\/plp\.example\/shared\/[\w-]{22}\/card\.png\?v=[\w-]+$/)
  expect((await pictureOf(picture.replace('https://plp.example', ''))).response.status).toBe(200)
  // A crawler that reads the link does not count as a viewer.
  expect((await owner.get(`/api/shared-predictions/${share.shareUrl}`)).views).toBe(0)
})

test('the picture is a PNG of 1200 by 630 that others may cache for a while', async () => {
  const share = await sharedBy(owner, picks)
  const { response, bytes } = await pictureOf(`/shared/${share.shareUrl}/card.png`)
  expect(response.headers.get('content-type')).toBe('image/png')
  expect(response.headers.get('cache-control')).toBe('public, max-age=300')
  expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(response.headers.get('x-content-type-options')).toBe('nosniff')
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 })
  const etag = response.headers.get('etag')!
  expect(
    (await sent(`/shared/${share.shareUrl}/card.png`, { 'if-none-match': etag, 'cache-control': 'max-age=0' })).status,
  ).toBe(304)
})

test('T92: an address that requests many pictures is deferred at once, and nobody else waits', async () => {
  const shares = []
  for (let n = 0; n < 23; n++) shares.push(await sharedBy(owner, picks, { title: `Share ${n}` }))
  const [last, ...many] = shares.map(({ shareUrl }) => `/shared/${shareUrl}/card.png`)
  const flood = many.map((path) => sent(path, { 'x-forwarded-for': '198.51.100.7' }))
  const other = await sent(last!, { 'x-forwarded-for': '203.0.113.9' })
  expect(other.status).toBe(200)
  const answers = await Promise.all(flood)
  const put = answers.filter(({ status }) => status === 503)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(2)
  expect(put).toHaveLength(20)
  for (const { headers } of put) expect(headers.get('retry-after')).toBe('5')
})

test('T92: a picture shows its share’s current state, and is deleted with its share and its player', async () => {
  const [sharer] = await players(app, ['sharer'])
  const theirs = await predicted(app, sharer!, 1)
  const share = await sharedBy(sharer!, theirs, { title: 'Drawn once' })
  const pathOf = ({ shareUrl }: { shareUrl: string }) => `/shared/${shareUrl}/card.png`
  const before = await pictureOf(pathOf(share))
  expect((await pictureOf(pathOf(share))).bytes.equals(before.bytes)).toBe(true)
  await sharer!.call('PUT', '/api/profile', { firstName: 'Ada' })
  await app.settled()
  const { bytes } = await pictureOf(pathOf(share))
  expect((await sharp(bytes).metadata()).format).toBe('png')
  expect(bytes.equals(before.bytes)).toBe(false)
  await sharer!.call('DELETE', `/api/shared-predictions/${share.shareUrl}`)
  await app.settled()
  expect((await sent(pathOf(share))).status).toBe(404)
  const again = await sharedBy(sharer!, theirs)
  await pictureOf(pathOf(again))
  const context = systemContext(new Date(app.clock.now()).toISOString())
  await app.container.get(ACCOUNTS.Accounts).deleteUser(sharer!.id, context)
  await app.settled()
  expect((await sent(pathOf(again))).status).toBe(404)
})

test('T91: a link names its player with the username beside a display name', async () => {
  const [maya] = await players(app, ['maya'])
  const share = await sharedBy(maya!, await predicted(app, maya!, 1), { title: 'Mine', description: null })
  const words = async () => tagOf(await (await sent(`/shared/${share.shareUrl}`)).text(), 'og:description')
  expect(await words()).toBe(`1 pick by ${maya!.username}.`)
  await maya!.call('PUT', '/api/profile', { firstName: owner.username })
  await app.settled()
  expect(await words()).toBe(`1 pick by ${owner.username} @${maya!.username}.`)
})

test('T46: a private share opens by its token only, and must not be indexed; a wrong, unknown or deleted one is not found', async () => {
  const share = await sharedBy(owner, picks, { isPublic: false })
  const page = await sent(`/shared/${share.shareUrl}`)
  expect(page.status).toBe(200)
  expect(page.headers.get('x-robots-tag')).toBe('noindex')
  expect(tagOf(await page.text(), 'robots')).toBe('noindex')
  const picture = await sent(`/shared/${share.shareUrl}/card.png`)
  expect([picture.status, picture.headers.get('cache-control')]).toEqual([200, 'private, max-age=300'])
  for (const wrong of [String(share.id), 'x'.repeat(22), `${share.shareUrl}x`, '..%2f..%2fetc', '%00'])
    expect((await sent(`/shared/${wrong}/card.png`)).status, wrong).toBe(404)
  expect((await owner.call('DELETE', `/api/shared-predictions/${share.shareUrl}`)).status).toBe(204)
  expect((await sent(`/shared/${share.shareUrl}/card.png`)).status).toBe(404)
  const gone = await sent(`/shared/${share.shareUrl}`)
  expect(gone.status).toBe(404)
  expect(await gone.text()).not.toContain('og:image')
})

test('after a result the picture is a new one at a new URL, and the text includes the outcome', async () => {
  const share = await sharedBy(owner, picks.slice(0, 1), { shareType: 'individual' })
  const before = await pictureOf(`/shared/${share.shareUrl}/card.png`)
  const pick = share.predictionIds[0]!
  app.clock.set(new Date(Date.parse(pick.fixture.kickoffTime!) + 2 * 3_600_000).toISOString())
  await enter(admin, pick.fixtureId, pick.homeScore!, pick.awayScore!)
  await app.settled()
  const after = await pictureOf(`/shared/${share.shareUrl}/card.png`)
  expect(after.response.headers.get('etag')).not.toBe(before.response.headers.get('etag'))
  expect(after.bytes.equals(before.bytes)).toBe(false)
  const html = await (await sent(`/shared/${share.shareUrl}`)).text()
  expect(tagOf(html, 'og:description')).toBe('15 points: 1 exact, 0 correct of 1.')
  expect(tagOf(html, 'og:image')).toContain(after.response.headers.get('etag')!.replaceAll('"', ''))
})

test('an erased player’s share is not shown any more', async () => {
  const [gone] = await players(app, ['gone'])
  app.clock.set('2026-11-21T09:00:00.000Z')
  const share = await sharedBy(gone!, await predicted(app, gone!, 1))
  expect((await sent(`/shared/${share.shareUrl}/card.png`)).status).toBe(200)
  const context = systemContext(new Date(app.clock.now()).toISOString())
  await app.container.get(ACCOUNTS.Accounts).deleteUser(gone!.id, context)
  await app.settled()
  expect((await sent(`/shared/${share.shareUrl}/card.png`)).status).toBe(404)
})

test('R262: the link of an invitation shows the league, its members and founder; a wrong code the general preview', async () => {
  const [founder, friend] = (await players(app, ['founder', 'friend'])) as [Player, Player]
  const league = await leagueOf(founder, { name: 'The Office', description: 'Only for us' })
  await joinedBy(league, friend)
  await app.settled()
  const html = await (await sent(`/join/${league.joinCode.toLowerCase()}`)).text()
  expect(tagOf(html, 'og:title')).toBe('Join The Office')
  expect(tagOf(html, 'og:description')).toBe(
    `2 members, founded by ${founder.username}. Predict the Premier League together.`,
  )
  expect(tagOf(html, 'robots')).toBe('noindex')
  expect(html).not.toContain('Only for us')
  const picture = tagOf(html, 'og:image')!.replace('https://plp.example', '')
  expect(tagOf(html, 'og:image:alt')).toBe(`Picture of the link: The Office, by ${founder.username}, 2 members`)
  const { response, bytes } = await pictureOf(picture)
  expect(response.headers.get('cache-control')).toBe('private, max-age=300')
  expect((await sharp(bytes).metadata()).format).toBe('png')

  // Wrong codes count as in the API, by address.
  const from = { 'x-forwarded-for': '198.51.100.23' }
  const wrong = await sent('/join/AAAA2222', from)
  expect([wrong.status, tagOf(await wrong.text(), 'og:title')]).toEqual([404, undefined])
  for (let tries = 23; tries < 32; tries++) await sent(`/join/AAAA22${tries}/card.png`, from)
  const stopped = await sent(`/join/${league.joinCode}`, from)
  expect([stopped.status, tagOf(await stopped.text(), 'og:title')]).toEqual([200, undefined])
  expect((await app.client().request('GET', `/api/join/${league.joinCode}`, undefined, from)).status).toBe(429)
})

test('R263: a wrong link counts once, although its document and its page both check the code', async () => {
  const [founder] = (await players(app, ['founder'])) as [Player]
  const league = await leagueOf(founder)
  const from = { 'x-forwarded-for': '198.51.100.24' }
  const read = (code: string) => app.client().request('GET', `/api/join/${code}`, undefined, from)
  for (let number = 20; number < 30; number++) {
    expect((await sent(`/join/BBBB22${number}`, from)).status).toBe(404)
    expect((await read(`BBBB22${number}`)).status).toBe(404)
  }
  expect((await read(league.joinCode)).status).toBe(429)
})
