import type { PageMessage } from '../lib/workerMessages.ts'
import { hasFile, restoreApp, storeApp } from './precache.ts'
import { listenForPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope

storeApp()
listenForPush()

self.addEventListener('activate', (event) => {
  // The document is requested while the worker starts.
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]))
})

self.addEventListener('message', (event) => event.waitUntil(answer(event.data as PageMessage, event)))

async function answer(message: PageMessage, event: ExtendableMessageEvent): Promise<void> {
  switch (message.type) {
    case 'serve':
      if (!message.scripts.every(hasFile)) return event.ports[0]?.postMessage('new version')
      return self.skipWaiting()
    case 'replace':
      return self.skipWaiting()
    case 'store':
      return restoreApp()
  }
}
