import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openLanding } from './landing-page.ts'
import { expectSmall, FIRST_VIEW } from './scripts.ts'
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

test('without a session no sockets, no app and no user are loaded', async () => {
  const landing = await openLanding(stage, '/', { size: PHONE })
  const asked = await landing.askedBy(landing.reload)
  await landing.stands()
  await landing.isQuiet()
  expect(
    asked.filter((path) => (path.startsWith('/api') && path !== '/api/testimonials') || path.startsWith('/socket.io')),
  ).toEqual([])
  expectSmall(asked, FIRST_VIEW.landing)
})

test('a signed-in view loads the files of its page and the sockets, and each read of the page once', async () => {
  const { signedIn, reads } = pages()
  const home = await stage.visit('/', {
    as: await stage.app.player('thrifty'),
    size: PHONE,
    // On a busy machine the first view is not complete when panels below the window load (`WhenNear`), or when the
    // landing page is shown (`app/App.tsx`).
    prepare: (page) =>
      page.addInitScript(() => {
        const start = window.setTimeout
        window.setTimeout = ((handler: TimerHandler, ms?: number, ...args: unknown[]) =>
          ms === 1_500 || ms === 400 ? 0 : start(handler, ms, ...args)) as typeof window.setTimeout
      }),
  })
  await home.isQuiet()
  for (const path of Object.keys(reads)) {
    const requests: string[] = []
    home.page.on('request', (request) => requests.push(request.url().slice(stage.app.url.length)))
    await home.goTo(path)
    await home.page.getByRole('heading', { level: 1 }).waitFor()
    await home.isQuiet()
    home.page.removeAllListeners('request')
    // Before the document, the page that is left may still request something.
    expect(requests, path).toContain(path)
    const asked = requests.slice(requests.indexOf(path))
    expectSmall(asked, FIRST_VIEW.signedIn, path)
    const expected = [...inDocument(), ...signedIn[path]!.map((file) => `/${file}`), ...sockets()]
    expect(
      asked.filter((each) => each.endsWith('.js')).filter((each) => !expected.includes(each)),
      path,
    ).toEqual([])
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
