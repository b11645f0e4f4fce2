import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenForPush } from './push.ts'

const ORIGIN = 'https://plp.example'

type Listener = (event: object) => void

interface OpenWindow {
  readonly focus: () => Promise<void>
  readonly navigate: (url: string) => Promise<void>
}

const listeners = new Map<string, Listener>()
/** Calls in their order. */
let calls: string[]
let windows: OpenWindow[]

const call = (name: string) => async (url?: string) => void calls.push(url === undefined ? name : `${name} ${url}`)

beforeEach(() => {
  calls = []
  windows = []
  vi.stubGlobal('self', {
    location: { origin: ORIGIN },
    addEventListener: (name: string, listener: Listener) => listeners.set(name, listener),
    clients: {
      matchAll: async ({ type }: { type: string }) => (type === 'window' ? windows : []),
      openWindow: call('open'),
    },
  })
  listenForPush()
})
afterEach(() => void vi.unstubAllGlobals())

/** Presses a notification and waits as long as the browser keeps the worker. */
async function press(path: string): Promise<void> {
  let work: Promise<unknown> | undefined
  listeners.get('notificationclick')!({
    notification: { data: path, close: () => void calls.push('close') },
    waitUntil: (promise: Promise<unknown>) => {
      work = promise
    },
  })
  await work
}

test('R379: a pressed notification closes and opens its page in a new window', async () => {
  await press('/fixtures/12')
  expect(calls).toEqual(['close', `open ${ORIGIN}/fixtures/12`])
})

test('R379: a window of the app comes to the front and shows the page, instead of a second one', async () => {
  windows = [
    { focus: call('focus'), navigate: call('navigate') },
    { focus: call('focus other'), navigate: call('navigate other') },
  ]
  await press('/')
  expect(calls).toEqual(['close', 'focus', `navigate ${ORIGIN}/`])
})

test('R379: a window that the browser does not bring to the front or navigate is no dead end', async () => {
  const refused = async () => {
    throw new TypeError('not allowed')
  }
  windows = [{ focus: refused, navigate: call('navigate') }]
  await press('/fixtures/12')
  expect(calls).toEqual(['close', `open ${ORIGIN}/fixtures/12`])
})

test.each(['https://evil.example/', '//evil.example/x', 'javascript:alert(1)'])(
  'R379: an address elsewhere opens the home page: %s',
  async (path) => {
    await press(path)
    expect(calls).toEqual(['close', `open ${ORIGIN}`])
  },
)
