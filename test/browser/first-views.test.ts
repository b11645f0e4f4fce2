import { globSync, readFileSync, statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { together } from './answers.ts'
import { openLanding } from './landing-page.ts'
import { expectSmall, FIRST_VIEW, firstViewOnly } from './scripts.ts'
import { PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

type Files = Readonly<Record<string, readonly string[]>>
interface Pages {
  readonly signedIn: Files
  readonly strangers: Files
  readonly reads: Files
}
const pages = () => JSON.parse(readFileSync('ui/dist/.vite/pages.json', 'utf8')) as Pages
const inDocument = () =>
  [...readFileSync('ui/dist/index.html', 'utf8').matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(
    ([, path]) => path!,
  )
/** The code of sockets, which a signed-in view loads next. */
const sockets = () => globSync('ui/dist/assets/esm-*.js').map((file) => file.slice('ui/dist'.length))

test('every page’s first view is small, in few files', () => {
  const { signedIn, strangers } = pages()
  const open = Object.keys(strangers).filter((path) => path !== '/')
  expect(open).toContain('/shared')
  expect(sockets()).toHaveLength(1)
  const filesOf = (files: readonly string[]) => [...inDocument(), ...files.map((file) => `/${file}`)]
  for (const [path, files] of Object.entries(strangers))
    expectSmall(filesOf(files), path === '/' ? FIRST_VIEW.landing : FIRST_VIEW.shared, path)
  for (const [path, files] of Object.entries(signedIn))
    if (!open.includes(path)) expectSmall([...filesOf(files), ...sockets()], FIRST_VIEW.signedIn, path)
})

// Before other visits: Chromium loads fonts of earlier visits ahead.
test('R260: a signed-in view on a slow network loads the files of its page and the sockets, each read of the page once, and neither fonts nor styles', async () => {
  const { signedIn, reads } = pages()
  // A returning player: the first session also loads the tour.
  await stage.app.player('thrifty')
  const returning = stage.app.client()
  expect((await returning.post('/api/login', { username: 'thrifty', password: 'password-1' })).status).toBe(200)
  const home = await stage.visit('/', {
    as: returning,
    size: PHONE,
    prepare: together(firstViewOnly, (page) =>
      page.addInitScript(() => {
        Object.defineProperty(navigator, 'connection', { value: { effectiveType: '3g' } })
      }),
    ),
  })
  await home.isQuiet()
  for (const path of Object.keys(reads)) {
    const requests: string[] = []
    home.page.on('request', (request) => requests.push(request.url().slice(stage.app.url.length)))
    // Until the new document is there, the page that is left may still request something.
    let before = 0
    home.page.once('framenavigated', () => {
      before = requests.length
    })
    await home.goTo(path)
    await home.page.getByRole('heading', { level: 1 }).waitFor()
    await home.isQuiet()
    home.page.removeAllListeners('request')
    expect(requests.slice(0, before), path).toContain(path)
    const asked = requests.slice(before)
    expectSmall(asked, FIRST_VIEW.signedIn, path)
    const expected = [...inDocument(), ...signedIn[path]!.map((file) => `/${file}`), ...sockets()]
    expect(
      asked.filter((each) => each.endsWith('.js')).filter((each) => !expected.includes(each)),
      path,
    ).toEqual([])
    expect(
      asked.filter((each) => /\.(woff2|css)$/.test(each)),
      path,
    ).toEqual([])
    expect(await home.page.evaluate(() => document.documentElement.scrollWidth), path).toBe(PHONE.width)
    // The check for achievements, which follows, reads the user and the achievements again.
    const check = asked.indexOf('/api/user/achievements/check')
    const first = check < 0 ? asked : asked.slice(0, check)
    for (const read of ['/api/user', ...reads[path]!])
      expect(
        first.filter((each) => each === read),
        `${path} ${read}`,
      ).toHaveLength(1)
  }
})

test('R283: without a session no sockets, no app and no user are loaded, and fonts of our own letters only', async () => {
  const landing = await openLanding(stage, '/', { size: PHONE, prepare: firstViewOnly })
  const asked = await landing.askedBy(landing.reload)
  await landing.stands()
  await landing.isQuiet()
  const fonts = asked.filter((path) => path.endsWith('.woff2'))
  expect(fonts).toHaveLength(3)
  expect(fonts.reduce((sum, path) => sum + statSync(`ui/dist${path}`).size, 0)).toBeLessThan(30_000)
  expect(
    asked.filter((path) => (path.startsWith('/api') && path !== '/api/testimonials') || path.startsWith('/socket.io')),
  ).toEqual([])
  expectSmall(asked, FIRST_VIEW.landing)
  const whole = landing.page.waitForRequest((request) => request.url().endsWith('.woff2'))
  await landing.page.evaluate(() => document.body.append('ü'))
  expect(fonts).not.toContain(new URL((await whole).url()).pathname)
})
