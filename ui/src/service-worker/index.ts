import { storeApp } from './precache.ts'
import { listenForPush } from './push.ts'

declare const self: ServiceWorkerGlobalScope

storeApp()
listenForPush()

// A page of this build sends it (`src/api/serviceWorker.ts`).
self.addEventListener('message', ({ data }) => {
  if (data === 'activate') void self.skipWaiting()
})
