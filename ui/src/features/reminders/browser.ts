import type { PushDevice } from '../../../../src/areas/reminders/contract.ts'
import { ApiError, http } from '../../api/http.ts'

/**
 * Push in this browser. `install`: an iPhone or iPad, where it works from the home screen only; `blocked`: only the
 * reader can allow it again; `lost`: the server no longer sends to its subscription.
 */
export type PushState = 'unsupported' | 'install' | 'blocked' | 'off' | 'lost' | 'on'

const isIos = (): boolean => /iP(hone|ad|od)/.test(navigator.userAgent)

const hasPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** Whether this browser can be asked for permission: it has push, and the reader has not answered yet. */
export const canAsk = (): boolean => hasPush() && Notification.permission === 'default'

export const timeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The subscription of this browser under the id of its device on the server; null: none. */
async function present(): Promise<{ readonly id: string; readonly subscription: PushSubscription } | null> {
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!subscription) return null
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(subscription.endpoint))
  return { id: [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, '0')).join(''), subscription }
}

/** The state of push in this browser, and the id of its device. */
export async function pushHere(devices: readonly PushDevice[]): Promise<{ state: PushState; id: string | null }> {
  if (!hasPush()) return { state: isIos() ? 'install' : 'unsupported', id: null }
  if (Notification.permission === 'denied') return { state: 'blocked', id: null }
  const own = await present()
  if (own === null) return { state: 'off', id: null }
  return { state: devices.some(({ id }) => id === own.id) ? 'on' : 'lost', id: own.id }
}

/** Asks the browser for permission and subscribes it; null: the reader has not allowed it. */
export async function subscribe(pushKey: string): Promise<PushDevice | null> {
  if ((await Notification.requestPermission()) !== 'granted') return null
  await navigator.serviceWorker.register('/sw.js')
  const { pushManager } = await navigator.serviceWorker.ready
  // A subscription that the server has removed, or that belongs to another key, cannot be used again.
  await (await pushManager.getSubscription())?.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey })
  const { endpoint, keys } = subscription.toJSON()
  return http('/api/reminders/push', { method: 'POST', body: { endpoint, keys, timeZone: timeZone() } })
}

export const sendTest = (id: string): Promise<void> => http(`/api/reminders/push/${id}/test`, { method: 'POST' })

/** Removes a device; if it is this browser, its subscription, too. */
export async function removeDevice(id: string): Promise<void> {
  try {
    await http(`/api/reminders/push/${id}`, { method: 'DELETE' })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  const own = hasPush() ? await present() : null
  if (own?.id === id) await own.subscription.unsubscribe()
}
