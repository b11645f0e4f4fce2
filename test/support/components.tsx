import { act, cleanup, configure, getConfig, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactNode } from 'react'
import * as React from 'react'
import { MemoryRouter } from 'react-router-dom'
import { ServerStyleSheet, StyleSheetManager } from 'styled-components'
import { SWRConfig } from 'swr'
import { afterEach, beforeEach, onTestFinished, vi } from 'vitest'
import type * as z from 'zod/mini'
import { swrDefaults } from '../../ui/src/api/cache.ts'
import { http } from '../../ui/src/api/http.ts'
import { Dialog } from '../../ui/src/ui/Dialog.tsx'
import '../../ui/src/ui/DialogWindow.tsx'
import { Toaster, toast } from '../../ui/src/ui/Toast.tsx'

// As `expect.poll`: a busy machine may need seconds for the first view of a page.
configure(({ getElementError }) => ({
  asyncUtilTimeout: 30_000,
  // While a query waits, only its last error is read: each other one would print the whole document.
  getElementError: (message, container) =>
    isWaiting() ? new Error(message ?? undefined) : getElementError(message, container),
}))
/** True during each attempt of `findBy…` and `waitFor`, but not when they give up. */
const isWaiting = () => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true

// React's development build captures a stack trace for each element, for warnings that show which component made it. That is a
// quarter of a test's time, and no test reads them. Above a limit React leaves them out; it resets the count each second.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
  get: () => Number.POSITIVE_INFINITY,
  set: () => undefined,
})

// Dialogs open without a wait for their code.
Dialog.ahead()

/**
 * Collects the rules of styled components outside the document. There is no layout here, and each query for a role would match every
 * element against every rule, a third of a test's time.
 */
const styles = new ServerStyleSheet()

/** A call that a component made. */
interface Call {
  readonly method: string
  /** With its query. */
  readonly path: string
  readonly body: unknown
}

interface Reply {
  readonly status: number
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** A reply, or a function that makes one for each call; `pending` never replies, `offline` fails as the browser does without a network. */
type Answer = Reply | 'pending' | 'offline' | ((call: Call) => Reply)

/** A successful JSON answer. Throws where the contract's schema does not accept the body. */
export const ok = <T,>(schema: z.ZodMiniType<T>, body: T, headers?: Reply['headers']): Reply => ({
  status: 200,
  body: schema.parse(body),
  ...(headers ? { headers } : {}),
})

/** A success without a body. */
export const done: Reply = { status: 204, body: undefined }

/** A problem as the server answers it. */
export const problem = (status: number, detail?: string): Reply => ({ status, body: detail ? { detail } : {} })

const respond = ({ status, body, headers }: Reply): Response =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { 'Content-Type': 'application/json', ...headers },
  })

/**
 * Draws a component as a page would, without styles: within router, SWR with an empty cache, and toaster. `answers` are keyed by `METHOD /path`, or
 * `/path` for reads; a call that none answers fails the test.
 */
export function draw(
  component: ReactNode,
  { answers = {}, at = '/' }: { answers?: Readonly<Record<string, Answer>>; at?: string } = {},
) {
  const calls: Call[] = []
  const current = { ...answers }
  const unanswered: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body, signal }: RequestInit = {}) => {
    const call = { method, path, body: typeof body === 'string' ? JSON.parse(body) : body }
    calls.push(call)
    const answer = current[`${method} ${path}`] ?? (method === 'GET' ? current[path] : undefined)
    if (answer === undefined) {
      unanswered.push(`${method} ${path}`)
      return respond(problem(501, `no answer for ${method} ${path}`))
    }
    if (answer === 'offline') throw new TypeError('Failed to fetch')
    if (answer === 'pending')
      return new Promise<Response>((_, reject) => {
        pendingResponses.push(() => reject(new DOMException('The test is over', 'AbortError')))
        signal?.addEventListener('abort', () => reject(signal.reason))
      })
    return respond(typeof answer === 'function' ? answer(call) : answer)
  })
  pendingChecks.push(unanswered)
  const user = userEvent.setup()
  const within = (children: ReactNode) => (
    <StyleSheetManager sheet={styles.instance}>
      <SWRConfig value={{ ...swrDefaults, provider: () => new Map(), fetcher: (path: string) => http(path) }}>
        <MemoryRouter initialEntries={[at]}>
          {children}
          <Toaster />
        </MemoryRouter>
      </SWRConfig>
    </StyleSheetManager>
  )
  const view = render(within(component))
  return {
    ...view,
    /** Draws the component with other props: router, cache and the component's state stay. */
    rerender: (changed: ReactNode) => view.rerender(within(changed)),
    user,
    calls,
    /** Writes made so far. */
    writes: () => calls.filter(({ method }) => method !== 'GET'),
    /** Changes how a call is answered from now on. */
    answer(key: string, answer: Answer): void {
      current[key] = answer
    },
  }
}

/** Holds responses back from now on, until the returned function is called. */
export function holdResponses(): () => void {
  const answered = globalThis.fetch
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    const response = await answered(...args)
    await promise
    return response
  })
  pendingResponses.push(resolve)
  return resolve
}

/** Whether a control can do nothing at present, but keeps the focus (docs/rules.md R369). */
export const isOff = (control: HTMLElement): boolean =>
  control.getAttribute('aria-disabled') === 'true' && !control.matches(':disabled')

/** The call that asks whether the server still has the script of the document. */
export const OWN_SCRIPT = 'HEAD /assets/index-1.js'

/** Adds the script of a built document until the end of the test. */
export function withScript(): void {
  const script = document.createElement('script')
  script.type = 'module'
  script.src = OWN_SCRIPT.slice('HEAD '.length)
  document.head.append(script)
  onTestFinished(() => script.remove())
}

const pendingChecks: string[][] = []
/** Ends responses that a test left pending. Signing out waits for them, also in other files of the worker. */
const pendingResponses: (() => void)[] = []

/** Called once in a file of component tests: cleans up after each test, and fails one whose component made a call without an answer. */
export function componentTests(): void {
  /** React's warnings about siblings with equal keys, which draw a component twice. */
  const duplicates: unknown[] = []
  beforeEach(() => {
    pendingChecks.length = 0
    const { error } = console
    vi.spyOn(console, 'error').mockImplementation((...args) => {
      if (String(args[0]).startsWith('Encountered two children with the same key')) duplicates.push(args[1])
      error(...args)
    })
  })
  afterEach(() => {
    // Modules are shared by the files of a worker: a toast would outlive its test.
    act(() => toast(null))
    cleanup()
    for (const end of pendingResponses.splice(0)) end()
    // Recharts measures texts in an element of its own, which it creates again when it is missing.
    document.getElementById('recharts_measurement_span')?.remove()
    vi.restoreAllMocks()
    vi.unstubAllGlobals()
    // A component that is still saving gets no answer: it would go on with a cache that no longer exists.
    vi.stubGlobal('fetch', () => new Promise(() => undefined))
    localStorage.clear()
    sessionStorage.clear()
    const unanswered = pendingChecks.flat()
    // The files of a worker share the window and its clock, too.
    const address = location.href.slice(location.origin.length)
    if (address !== '/') throw new Error(`the test leaves the window at ${location.href}`)
    if (vi.isFakeTimers()) throw new Error('the test leaves a fake clock')
    if (document.body.childElementCount > 0) throw new Error(`the test leaves ${document.body.innerHTML} in the window`)
    const { theme } = document.documentElement.dataset
    if (theme !== undefined && theme !== 'light') throw new Error(`the test leaves the theme ${theme}`)
    const repeated = duplicates.splice(0)
    if (repeated.length > 0) throw new Error(`siblings with the same key: ${repeated.join(', ')}`)
    if (unanswered.length > 0) throw new Error(`calls without an answer: ${unanswered.join(', ')}`)
  })
}
