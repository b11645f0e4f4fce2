import { expect, test } from 'vitest'
import { PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

/** Opens the home page and waits until the service worker has stored the app. */
async function openInstalled() {
  const home = await stage.visit('/', {
    as: await stage.newPlayer(),
    size: PHONE,
    worker: true,
    expected: /ERR_INTERNET_DISCONNECTED/,
  })
  await home.page.evaluate(async () => (await navigator.serviceWorker.ready).active!.state)
  return home
}

test('(R410) the app can be installed and opens without a connection', async () => {
  const home = await openInstalled()
  const session = await home.context.newCDPSession(home.page)
  expect(await session.send('Page.getInstallabilityErrors')).toEqual({ installabilityErrors: [] })
  await home.context.setOffline(true)
  await home.reload()
  await home.page.locator('#root > *').first().waitFor()
})
