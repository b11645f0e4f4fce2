/** Delay after the load of the page, in ms: the first view comes first. */
const DELAY = 2_000

/** Registers the service worker once the first view is idle. Browsers without one, and pages over plain HTTP, go without. */
export function registerServiceWorker(): () => void {
  let timer: ReturnType<typeof setTimeout>
  const wait = () => {
    timer = setTimeout(() => navigator.serviceWorker?.register('/sw.js').catch(() => {}), DELAY)
  }
  if (document.readyState === 'complete') wait()
  else addEventListener('load', wait, { once: true })
  return () => {
    removeEventListener('load', wait)
    clearTimeout(timer)
  }
}
