import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPushService } from '../support/push.ts'
import { expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

let service: Awaited<ReturnType<typeof startPushService>>
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service?.stop())

const stage = setStage(() => ({ env: { PUSH_SERVICES: service.host } }))
const PATH = '/push/browser'

/** Replaces permission and subscriptions: a headless browser refuses notifications, and has no push service. */
function subscribeTo(json: object): void {
  let subscription: object | null = null
  const made = {
    ...json,
    toJSON: () => json,
    async unsubscribe() {
      subscription = null
      return true
    },
  }
  let permission: NotificationPermission = 'default'
  Object.defineProperty(Notification, 'permission', { get: () => permission })
  Notification.requestPermission = async () => {
    permission = 'granted'
    return permission
  }
  Object.assign(PushManager.prototype, {
    getSubscription: async () => subscription,
    async subscribe() {
      subscription = made
      return made
    },
  })
}

test('R375, R377: push is switched on, tested and shown by the service worker, and removed', async () => {
  const visitor = await stage.visit('/reminders', {
    as: await stage.newPlayer(),
    size: PHONE,
    worker: true,
    prepare: (page) => page.addInitScript(subscribeTo, service.subscription(PATH)),
  })
  const { page, context } = visitor
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await session.send('ServiceWorker.enable')
  const push = page.getByRole('switch', { name: 'Push on this device' })
  await push.click()
  await visitor.toast('Push is on for this device')
  const [test, ...others] = service.to(PATH)
  expect([test!.message.title, others]).toEqual(['Push works', []])
  await expectSound(visitor, 'reminders with push')

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'))
  await worker.evaluate(() => {
    const shown: unknown[] = []
    Object.assign(globalThis, { shown })
    ServiceWorkerRegistration.prototype.showNotification = async (title, options) =>
      void shown.push({ title, ...options })
  })
  const reminder = { title: '4 picks missing', body: 'Gameweek 13 closes tomorrow at 14:55.', tag: 'reminder-demo-13' }
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: stage.app.url,
    registrationId: await registered,
    data: JSON.stringify({ ...reminder, url: '/' }),
  })
  // A later notification with the same tag replaces the first.
  await expect
    .poll(() => worker.evaluate(() => (globalThis as unknown as { shown: unknown[] }).shown))
    .toMatchObject([{ ...reminder, data: '/' }])

  await visitor.press('Remove this device')
  await visitor.toast('Device removed')
  await expect.poll(() => push.isChecked()).toBe(false)
})

test('R377: the question about push comes after a saved pick, and a no is kept', async () => {
  const player = await stage.newPlayer()
  const visitor = await stage.visit('/', {
    as: player,
    size: PHONE,
    prepare: (page) =>
      page.addInitScript(() => {
        Object.defineProperty(Notification, 'permission', { get: () => 'default' })
      }),
  })
  await visitor.isAt(/./)
  const [match] = ((await player.get('/api/fixtures')) as { id: number; isOpen: boolean }[]).filter(
    ({ isOpen }) => isOpen,
  )
  expect(await visitor.times('Shall we nudge you?')).toBe(0)
  // A pick saved in another window is one, too.
  await player.post('/api/predictions', { fixtureId: match!.id, predictedResult: 'home' })
  await visitor.shows('Shall we nudge you?')
  await visitor.press('Not now')
  await visitor.saysNoMore('Shall we nudge you?')
  expect((await player.get('/api/reminders')).settings.pushDeclined).toBe(true)
})
