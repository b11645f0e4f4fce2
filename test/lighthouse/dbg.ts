import { launchBrowser } from '../support/browser.ts'
import { freePort, registered, removeFolder, startProcess, temporaryFolder } from '../support/process-app.ts'
import { PAGES, preparePlayer } from './pages.ts'

const dataDir = temporaryFolder()
const app = await startProcess({ dataDir, port: await freePort() })
const browser = await launchBrowser()
try {
  const player = await registered(app.url, 'dbg')
  const share = await preparePlayer(player)
  const phone = process.env.DESK ? { width: 1280, height: 900 } : { width: 412, height: 823 }
  for (const p of PAGES.filter((x) => !process.argv[2] || x.name === process.argv[2])) {
    const c = await browser.newContext({
      viewport: phone,
      ...(p.isSignedIn ? { extraHTTPHeaders: { cookie: player.cookie } } : {}),
    })
    const page = await c.newPage()
    page.on(
      'console',
      (m) => ['error', 'warning'].includes(m.type()) && console.log('  console', m.type(), m.text().slice(0, 400)),
    )
    page.on('pageerror', (e) => console.log('  pageerror', e.stack?.slice(0, 600)))
    const asked: string[] = []
    page.on('request', (r) => asked.push(new URL(r.url()).pathname + new URL(r.url()).search))
    await page.goto(app.url + (p.path ?? `/shared/${share}`))
    await page.waitForLoadState('networkidle')
    await page.waitForTimeout(Number(process.env.WAIT ?? 2500))
    console.log(
      '##',
      p.name,
      asked.filter((a) => a.endsWith('.js')).length,
      asked.filter((a) => a.startsWith('/api')).join(' '),
    )
    if (process.argv[2])
      console.log(
        asked.filter((a) => a.endsWith('.js')).join('\n'),
        (await page.locator('body').innerText()).slice(0, 300),
      )
    if (process.argv[2]) await page.screenshot({ path: '/tmp/shot.png' })
    await c.close()
  }
} finally {
  await browser.close()
  await app.end('SIGTERM')
  removeFolder(dataDir)
}
