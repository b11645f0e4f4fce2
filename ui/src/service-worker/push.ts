import type { PushMessage } from '../../../src/areas/reminders/contract.ts'

declare const self: ServiceWorkerGlobalScope

/** Shows push messages as notifications and opens their page when pressed. */
export function listenForPush(): void {
  self.addEventListener('push', (event) => {
    const { title, body, url, tag } = event.data!.json() as PushMessage
    event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: url }))
  })
  self.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openPage(event.notification.data as string))
  })
}

/** Opens a path in a window of the app, if there is one, else in a new one. For an address of another origin, the home page. */
async function openPage(path: string): Promise<void> {
  const target = new URL(path, self.location.origin)
  const url = target.origin === self.location.origin ? target.href : self.location.origin
  // Uncontrolled windows cannot be navigated.
  const [window] = await self.clients.matchAll({ type: 'window' })
  try {
    if (window) {
      await window.focus()
      return void (await window.navigate(url))
    }
  } catch {
    // The window closed meanwhile, or another worker controls it.
  }
  await self.clients.openWindow(url)
}
