import type { Page, Route } from 'playwright'

/** A change of the server's responses by a test: `on` a page until it is `over`. */
export interface Interference {
  on(page: Page): Promise<unknown>
  over(): void
}

type Path = string | RegExp

function interfering(path: Path, answer: (route: Route) => Promise<unknown>): Interference {
  let isOver = false
  return {
    on: (page) =>
      page.route(path, async (route) => {
        await (isOver ? route.fallback() : answer(route))
      }),
    over() {
      isOver = true
    },
  }
}

/**
 * The server refuses requests for a path: with a problem of this text, or with a bare status and body, as a proxy
 * would; `writes`: reads still succeed.
 */
export const refusing = (
  path: Path,
  { status = 503, detail, body = '', only }: { status?: number; detail?: string; body?: string; only?: 'writes' } = {},
): Interference =>
  interfering(path, (route) => {
    if (only && route.request().method() === 'GET') return route.fallback()
    if (detail === undefined) return route.fulfill({ status, body })
    const json = { type: 'about:blank', status, detail }
    return route.fulfill({ status, contentType: 'application/problem+json', json })
  })

/** Requests for a path get no response; `writes`: reads still succeed. */
export const ignoring = (path: Path, only?: 'writes'): Interference =>
  interfering(path, (route) => (only && route.request().method() === 'GET' ? route.fallback() : route.abort()))

/** Requests for a path get this response. */
export const answering = (path: Path, answer: unknown | ((url: URL) => unknown)): Interference =>
  interfering(path, (route) =>
    route.fulfill({ json: typeof answer === 'function' ? answer(new URL(route.request().url())) : answer }),
  )

/** The server's response. Like a browser, sends a request again if the server has just closed an idle connection. */
export const fetched = (route: Route) => route.fetch({ maxRetries: 1 })

/** Changes the server's response. */
export const changing = <T>(path: Path, change: (answer: T) => unknown): Interference =>
  interfering(path, async (route) => {
    const response = await fetched(route)
    await route.fulfill({ response, json: change(await response.json()) })
  })

/** Delays responses for a path until it is over. */
export function holding(path: Path): Interference {
  const { promise: held, resolve: go } = Promise.withResolvers<void>()
  return {
    on: (page) =>
      page.route(path, async (route) => {
        await held
        await route.fallback()
      }),
    over: go,
  }
}

/** Applies several, one after another. */
export const together =
  (...preparations: ((page: Page) => Promise<unknown>)[]) =>
  async (page: Page): Promise<void> => {
    for (const prepare of preparations) await prepare(page)
  }
