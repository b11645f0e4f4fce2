import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Fixture } from '../../src/areas/fixtures/contract.ts'
import { recordRefresh } from '../../src/areas/fixtures/source-state.ts'
import type { Article } from '../../src/areas/news/contract.ts'
import { NEWS_REACTOR } from '../../src/areas/news/reactor.ts'
import type { SharedPrediction } from '../../src/areas/sharing/contract.ts'
import { TYPES } from '../../src/identifiers.ts'
import { modulesOf } from '../../ui/early.ts'
import { OPEN_PAGES } from '../../ui/src/app/open-pages.tsx'
import { ADMIN_PAGES, PAGES } from '../../ui/src/app/pages.tsx'
import { PRODUCT } from '../../ui/src/lib/usePageTitle.ts'
import type { TestClient } from '../support/client.ts'
import { refusing } from './answers.ts'
import { currentFixtures, enterResult, nameOf } from './matches.ts'
import { NOWHERE, shellOf } from './shell-page.ts'
import { DESK, expectAccessible, expectSound, NARROW, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { type Visitor, visit } from './visitor.ts'

// Every page in every tab, with data, in one window per reader. The pages come from the lists of the product: a new one is included without
// a line here, unless its address has parameters.

const stage = setStage()
let member: TestClient & { id: number }
/** A player with the longest possible words. */
let long: TestClient & { id: number }
let league: { id: number; name: string; joinCode: string }
let share: SharedPrediction
let story: Article
let competitions: { id: number; name: string; type: string }[]
/** The gameweek that has just been settled. */
let settled: number
/** A match with picks and a result, and an open one. */
let [played, open]: Fixture[] = []

const done = async (answer: ReturnType<TestClient['post']>) => {
  const { status, body } = await answer
  expect(status, body?.detail).toBeLessThan(300)
  return body
}

const newPlayer = async (name: string) => {
  const player = await stage.app.player(name)
  return Object.assign(player, { id: (await player.get('/api/user')).id as number })
}

beforeAll(async () => {
  const { app, admin } = stage
  member = await newPlayer('player_of_the_month')
  long = await newPlayer('long_words')
  const [club] = await admin.get('/api/teams')
  await done(member.put('/api/profile', { favoriteTeam: club.id }))
  const walletAddress = '0x71C7656EC7ab88b098defB751B7401B5f6d8976F'
  await done(member.request('PATCH', '/api/wallet', { walletAddress }))
  await done(admin.put('/api/profile', { firstName: 'Maya', bio: 'Away end, row F.', location: 'Hounslow' }))
  await done(
    long.put('/api/profile', {
      lastName: 'W'.repeat(50),
      bio: `${'w'.repeat(250)}\n${'w'.repeat(249)}`,
      location: 'm'.repeat(100),
    }),
  )
  const matches = await currentFixtures(admin)
  settled = matches[0]!.gameweek
  played = matches[0]!
  const next: Fixture[] = await admin.get(`/api/fixtures?gameweek=${settled + 1}`)
  open = next.at(-1)!
  // All of admin's picks are correct, half of member's, none of the other's.
  for (const [client, picks] of [
    [admin, ['home', 'home']],
    [member, ['home', 'draw']],
    [long, ['away', 'away']],
  ] as const)
    for (const each of [matches, next.slice(0, 5)])
      await done(
        client.put(`/api/predictions/gameweek/${each[0]!.gameweek}`, {
          predictions: each.map(({ id }, nth) => ({
            ...{ fixtureId: id, predictedResult: picks[nth % 2] },
            ...(picks[nth % 2] === 'home' ? { predictedHomeScore: 2, predictedAwayScore: 0 } : {}),
          })),
        }),
      )
  await playSocially(next[0]!.gameweek)
  // Refreshes of the fixtures are refused.
  const { db } = app.container.get(TYPES.Database)
  const source = 'football-data'
  await recordRefresh(db, { source, at: '2026-11-20T18:00:00.000Z', problem: null })
  const problem = 'The source has 3 results that would change more than 5 goals at once'
  await recordRefresh(db, { source, at: '2026-11-21T08:00:00.000Z', problem })
  for (const [nth, match] of matches.entries()) await enterResult(admin, match, 2, nth % 2)
  const engine = app.container.get(TYPES.Engine)
  engine.nudge()
  expect(await engine.waitForReactor(NEWS_REACTOR, await app.container.get(TYPES.Log).head(), 60_000)).toBe(true)
  await app.settled()
  // A pop-up would cover what is below it.
  for (const player of [admin, member, long]) await done(player.post('/api/user/achievements/check'))
  story = (await admin.get('/api/news'))[0]
})

/** A league with its chat and teams, a shared prediction, feedback, and everything that waits for an administrator. */
async function playSocially(gameweek: number) {
  const { admin, app } = stage
  league = await done(
    admin.post('/api/leagues', {
      name: 'A rather long name of a league that breaks somewhere',
      description: `${'x'.repeat(120)}\nWith a second line.`,
      type: 'public',
    }),
  )
  await done(member.post(`/api/leagues/${league.id}/join`, {}))
  await done(
    admin.post(`/api/leagues/${league.id}/teams`, {
      ...{
        name: 'A rather long name of a team',
        description: `${'x'.repeat(90)}\nWith a second line.`,
        maxMembers: 5,
        teamColor: '#f59e0b',
      },
    }),
  )
  const message = await done(member.post(`/api/leagues/${league.id}/messages`, { content: 'You play like a cone' }))
  await done(admin.post(`/api/messages/${message.id}/report`, { reason: 'Rude' }))
  const picks: { id: number }[] = await member.get(`/api/predictions?gameweek=${gameweek}`)
  share = await done(
    member.post('/api/share-predictions', {
      ...{
        predictionIds: picks.map(({ id }) => id),
        title: 'My five for Saturday and Sunday',
        description: 'A hunch.\nNo more.',
      },
    }),
  )
  const own: { id: number }[] = await admin.get(`/api/predictions?gameweek=${gameweek}`)
  await done(admin.post('/api/share-predictions', { predictionIds: [own[0]!.id], title: 'Of the reader' }))
  const comment = await done(
    admin.post(`/api/shared-predictions/${share.shareUrl}/comments`, { content: 'Say it louder.' }),
  )
  await done(member.post(`/api/comments/${comment.id}/report`, {}))
  await done(admin.put(`/api/users/${member.id}/follow`, {}))
  const word = 'Donaudampfschifffahrtsgesellschaftskapitänsmütze'
  for (const title of [`${word} ${'and on and on '.repeat(10)}`.trim(), 'Leeds twice'])
    await done(member.post('/api/feedback', { category: 'bug', title, description: 'It is listed two times there.' }))
  competitions = await admin.get('/api/competitions')
  await done(admin.post(`/api/competitions/${competitionOf('seasonal').id}/join`))
  const stranger = app.client()
  await done(stranger.post('/api/auth/request-admin-reset', { username: 'player_of_the_month', reason: 'New phone' }))
  for (let attempt = 0; attempt < 5; attempt += 1)
    await stranger.request(
      'POST',
      '/api/login',
      { username: 'nobody', password: 'wrong' },
      { 'X-Forwarded-For': LOCKED },
    )
}

const LOCKED = '2001:db8:85a3:8d3:1319:8a2e:370:7348'
const competitionOf = (type: string) => competitions.find((each) => each.type === type)!

/** An address, and its main heading, or the heading of its page by default. */
type Address = readonly [path: string, heading?: string | RegExp]

/** Addresses of pages with parameters, and further addresses of others. */
const ADDRESSES: Readonly<Record<string, () => readonly Address[]>> = {
  '/': () => [['/gameweeks/1'], [`/gameweeks/${settled}`]].map(([path]) => [path!, /^Welcome/]),
  '/leagues/:id': () => [[`/leagues/${league.id}`, league.name]],
  '/leagues/:id/statistics': () => [[`/leagues/${league.id}/statistics`, `${league.name} Statistics`]],
  '/leagues/:id/rules': () => [[`/leagues/${league.id}/rules`, 'Rules of this league']],
  '/team-management/:id': () => [[`/team-management/${league.id}`, 'Team Management']],
  '/competitions/:id': () =>
    ['seasonal', 'cup'].map((type) => [`/competitions/${competitionOf(type).id}`, competitionOf(type).name]),
  '/players/:id': () => [
    [`/players/${member.id}`, 'player_of_the_month'],
    [`/players/${long.id}`, 'W'.repeat(50)],
  ],
  '/fixtures/:id': () => [played!, open!].map((match) => [`/fixtures/${match.id}`, nameOf(match)] as const),
  '/players/:id/duel/:other/*': () => [
    [`/players/${member.id}/duel/${long.id}`, /^Duel: player_of_the_month and W+$/],
    [`/players/1/duel/${member.id}`, 'Duel: you and player_of_the_month'],
  ],
  '/news/:slug': () => [[story.url, story.title]],
  '/table': () => [['/table?gameweek=9', /Table/]],
  '/leaderboard': () => [['/leaderboard?gameweek=1']],
}

const modulesIn = (file: string) => new Map(modulesOf(readFileSync(file, 'utf8')))

/** The addresses below an area's path, `:id` for example, read from its code, which needs a DOM to be imported. */
function below(area: string): string[] {
  const file = globSync('ui/src/features/*/area.tsx').find((each) => modulesIn(each).has(area))!
  const code = readFileSync(path.join(path.dirname(file), modulesIn(file).get(area)!), 'utf8')
  const routes = /areaOf\(\s*\{(.*?)\}/s.exec(code)?.[1] ?? ''
  return [...routes.matchAll(/'([^']+)':/g)].map(([, below]) => (below === '/' ? area : `${area}/${below}`))
}

/** Every address of a signed-in page, with parameters such as `:id`. The administrators' area has its pages in a list. */
const patterns = [
  ...PAGES.flatMap(({ path: at, isArea }) => (isArea && at !== '/admin' ? below(at) : [at])),
  ...ADMIN_PAGES.map((page) => page.path),
  NOWHERE,
]

const addressesOf = (pattern: string): readonly Address[] => [
  ...(pattern.includes(':') ? [] : [[pattern] as const]),
  ...(ADDRESSES[pattern]?.() ?? []),
]

/** Titles by path; of the home page and the areas, too. */
const titles = new Map([...PAGES, ...ADMIN_PAGES].map((page) => [page.path, page.title]))

test('every page whose address has parameters has values for them', () => {
  expect(patterns.filter((each) => each.includes(':') && !ADDRESSES[each])).toEqual([])
  for (const { path: at, isArea } of PAGES)
    if (isArea)
      expect(
        patterns.some((each) => `${each}/`.startsWith(`${at}/`)),
        at,
      ).toBe(true)
  expect(Object.keys(ADDRESSES).filter((each) => !patterns.includes(each))).toEqual([])
})

/** Opens an address without loading the app again. */
async function openWithin({ page, goWithin, isAt }: Visitor, [at, heading]: Address) {
  await page.setViewportSize(PHONE)
  await goWithin(at)
  if (heading) return isAt(heading)
  const title = titles.get(at.split('?')[0]!)
  await page.waitForFunction(
    (expected) => document.title === expected && document.querySelector('h1'),
    title === null ? PRODUCT : `${title ?? '404 Page Not Found'} · PLP`,
  )
}

/** Checks the page that is open on a phone, and each of its other tabs. */
async function expectAllSound(visitor: Visitor, what: string, only?: 'this theme') {
  const { page } = visitor
  await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
  const tabs = await page.evaluate(() =>
    [...document.querySelectorAll('main [role=tablist]')].map((list) => ({
      list: list.ariaLabel!,
      first: list.querySelector<HTMLElement>('[aria-selected=true]')!.innerText,
      others: [...list.querySelectorAll<HTMLElement>('[aria-selected=false]:enabled')].map((tab) => tab.innerText),
    })),
  )
  await expectSound(visitor, what, { only })
  // Some are there on a phone only: wider windows show all of their panels at once, which have just been checked.
  const wide = await page.evaluate(() =>
    [...document.querySelectorAll('main [role=tablist]')].map((list) => list.ariaLabel),
  )
  for (const { list, first, others } of tabs) {
    const width = wide.includes(list) ? undefined : 'phone'
    const open = async (name: string) => {
      await page.setViewportSize(PHONE)
      const tab = page.getByRole('tablist', { name: list, exact: true }).getByRole('tab', { name, exact: true })
      await tab.click()
      await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true')
    }
    for (const name of others) {
      await open(name)
      await expectSound(visitor, `${what}, ${name}`, { only, width, within: '[role=tabpanel]' })
    }
    if (others.length > 0) await open(first)
  }
}

/** Collects requests of a window to other origins. */
function watch({ page }: Visitor) {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(stage.app.url)) foreign.push(request.url())
  })
  return foreign
}

describe('R231: signed in, accessible in both themes, at every width and with enlarged text', () => {
  let reader: Visitor
  let foreign: string[]
  beforeAll(async () => {
    reader = await visit(stage.browser, stage.app, '/', { as: stage.admin, size: PHONE })
    foreign = watch(reader)
  })
  afterAll(async () => {
    await reader.leave()
    expect(foreign).toEqual([])
  })

  test.each(patterns)('%s', async (pattern) => {
    const [first, ...further] = addressesOf(pattern)
    await openWithin(reader, first!)
    await expectAllSound(reader, first![0])
    for (const address of further) {
      await openWithin(reader, address)
      await expectSound(reader, address[0])
    }
  })

  test('the help that finds nothing', async () => {
    await openWithin(reader, ['/help'])
    await reader.page.getByRole('searchbox', { name: 'Search the help' }).fill('cash out')
    await reader.says('Nothing about “cash out”')
    await expectAccessible(reader, 'the help that finds nothing')
  })

  test('the frame: header, and More, which has the links without room in the bottom bar', async () => {
    const { page, more, sheet } = shellOf(reader)
    await page.setViewportSize(DESK)
    await expectAccessible(reader, 'the header', { within: 'header' })
    await page.setViewportSize(PHONE)
    await expectAccessible(reader, 'the bottom bar', { within: 'nav[aria-label="Main, bottom"]' })
    await more.click()
    await sheet.waitFor()
    await expectSound(reader, 'More', { within: '[role=dialog]' })
    await page.setViewportSize(NARROW)
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    for (const name of ['Achievements', 'Competitions']) await sheet.getByRole('link', { name, exact: true }).waitFor()
  })
})

/** Sum of the layout shifts since the page was loaded. */
const layoutShift = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise((resolve) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const each of list.getEntries()) {
            const { value, hadRecentInput } = each as PerformanceEntry & { value: number; hadRecentInput: boolean }
            if (!hadRecentInput) sum += value
          }
        }).observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 50))
      }),
  )

// Loads every page from the server, twice.
test.runIf(process.env.PLP_LONG_TESTS === '1').each([
  ['phone', PHONE],
  ['desktop', DESK],
] as const)('R365: no page shifts its layout by 0.05 while it loads, on a %s', async (_, size) => {
  const { page } = await stage.visit('/', { as: member, size, expected: /status of 40[34]/ })
  const shifts: (readonly [string, number])[] = []
  for (const [at] of patterns.flatMap((pattern) => addressesOf(pattern))) {
    // A board without players is shorter than its placeholder.
    if (at === '/leaderboard?gameweek=1') continue
    await page.goto(at, { waitUntil: 'networkidle' })
    await expect.poll(() => page.locator('[aria-busy=true]').count()).toBe(0)
    shifts.push([at, await layoutShift(page)])
  }
  expect(shifts.filter(([, shift]) => shift >= 0.05)).toEqual([])
})

test('pages that differ for a player without a role', async () => {
  const visitor = await stage.visit('/admin', { as: member, size: PHONE })
  const foreign = watch(visitor)
  for (const address of [['/admin', 'Access Denied'], ['/feedback'], ['/testing', 'Access Denied']] as const) {
    await openWithin(visitor, address)
    await expectAllSound(visitor, address[0])
  }
  expect(foreign).toEqual([])
})

/** Addresses of the open pages that need more than their path. */
const OPEN_ADDRESSES: Partial<Record<keyof typeof OPEN_PAGES, () => readonly string[]>> = {
  shared: () => [`/shared/${share.shareUrl}`, `/shared/${'x'.repeat(22)}`],
  join: () => [`/join/${league.joinCode}`, '/join/ZZZZZZZZ'],
  forgotPassword: () => ['/forgot-password', `/forgot-password?token=${'0'.repeat(32)}`],
  confirmEmail: () => ['/confirm-email?token=unknown'],
  unsubscribe: () => ['/unsubscribe/1-0'],
}

test.each(Object.keys(OPEN_PAGES) as (keyof typeof OPEN_PAGES)[])('the open page %s, signed out', async (name) => {
  for (const at of OPEN_ADDRESSES[name]?.() ?? [OPEN_PAGES[name].path]) {
    const visitor = await stage.visit(at, { as: null, size: PHONE, expected: /status of 404/ })
    const foreign = watch(visitor)
    await visitor.isAt(/./)
    await expectAllSound(visitor, at)
    expect(foreign).toEqual([])
    await visitor.leave()
  }
})

test('a page that cannot be loaded', async () => {
  const away = refusing(/\/api\/(fixtures|predictions)/)
  const visitor = await stage.visit('/', { size: PHONE, prepare: away.on, expected: /status of 503/ })
  await visitor.says('Unable to load fixtures')
  await expectSound(visitor, 'a page that cannot be loaded', { within: 'main' })
})

test('a shared prediction, signed in', async () => {
  const visitor = await stage.visit(`/shared/${share.shareUrl}`, { size: PHONE })
  await visitor.isAt(share.title)
  await expectSound(visitor, 'a shared prediction, signed in')
})

test('the landing page', async () => {
  const visitor = await stage.visit('/', { as: null, size: PHONE })
  const foreign = watch(visitor)
  await visitor.shows('Welcome Back')
  await expectAllSound(visitor, 'the landing page', 'this theme')
  expect(foreign).toEqual([])
})
