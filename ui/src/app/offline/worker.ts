import type { PageMessage } from '../../lib/workerMessages.ts'

/** Paths of the scripts of the document, which tell the builds apart. */
const scripts = (): string[] =>
  [...document.querySelectorAll<HTMLScriptElement>('script[type=module][src]')].map(({ src }) => new URL(src).pathname)

/** Sends a message, and resolves with the reply if there is one. */
function post(worker: ServiceWorker, message: PageMessage): Promise<string> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(data)
    worker.postMessage(message, [port2])
  })
}

/**
 * Registers the service worker and keeps it up to date. A worker of this page's build serves at once; one of another
 * build waits, and `onNewVersion` is called with a function that reloads the page with it (docs/rules.md R410). Returns
 * a function that looks for a new version.
 */
export async function startWorker(onNewVersion: (reload: () => void) => void): Promise<() => void> {
  const { serviceWorker } = navigator
  const registration = await serviceWorker?.register('/sw.js').catch(() => undefined)
  if (!registration) return () => {}
  let isReplacing = false
  const reload = () => {
    const { waiting } = registration
    if (!waiting) return location.reload()
    isReplacing = true
    void post(waiting, { type: 'replace' })
  }
  const offer = async (worker: ServiceWorker) => {
    if ((await post(worker, { type: 'serve', scripts: scripts() })) === 'new version') onNewVersion(reload)
  }
  registration.addEventListener('updatefound', () => {
    const worker = registration.installing
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed' && serviceWorker.controller) void offer(worker)
    })
  })
  serviceWorker.addEventListener('controllerchange', () => {
    if (isReplacing) return location.reload()
    if (serviceWorker.controller) void offer(serviceWorker.controller)
  })
  if (registration.waiting) void offer(registration.waiting)
  // Signing out on this page may have deleted its files.
  if (registration.active) void post(registration.active, { type: 'store' })
  return () => void registration.update().catch(() => {})
}
