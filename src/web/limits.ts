import type { Express, Request, RequestHandler } from 'express'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { clientOf, withoutPort } from '../areas/accounts/ip.ts'
import { HttpProblem } from '../slice/problem.ts'

const FIVE_MINUTES = 300

export interface RequestLimits {
  /** Requests in five minutes from one address, and as many of pages and their files; 3,000 have to pass. */
  readonly perAddress: number
  /** Requests in five minutes of one user. */
  readonly perUser: number
}

export const requestLimits: RequestLimits = { perAddress: 6_000, perUser: 3_000 }

/** Counted in memory per node (T72); sign-in, join codes and recovery have limits of their own in Postgres. */
export function createRequestLimiter(limits: RequestLimits) {
  const perAddress = new RateLimiterMemory({ points: limits.perAddress, duration: FIVE_MINUTES })
  // On an account of their own: a school's first views take nothing from what its pages then ask.
  const pages = new RateLimiterMemory({ points: limits.perAddress, duration: FIVE_MINUTES })
  const perUser = new RateLimiterMemory({ points: limits.perUser, duration: FIVE_MINUTES })
  const consume = async (limiter: RateLimiterMemory, key: string): Promise<void> => {
    try {
      await limiter.consume(key)
    } catch (refused) {
      throw new HttpProblem(429, 'Too many requests. Please slow down.', {
        retryAfterSeconds: Math.ceil((refused as RateLimiterRes).msBeforeNext / 1000),
      })
    }
  }
  const counting =
    (limiterOf: (req: Request) => RateLimiterMemory): RequestHandler =>
    async (req, _res, next) => {
      await consume(limiterOf(req), clientOfRequest(req))
      next()
    }
  return {
    // Pictures of people are asked for as the files of pages are: a board has a hundred of them.
    address: counting((req) => (req.path.startsWith('/avatars/') ? pages : perAddress)),
    page: counting(() => pages),
    user: (id: number) => consume(perUser, String(id)),
  }
}

/** The client of a request, as `TRUST_PROXY` says: what every limit and lock counts. */
export function clientOfRequest(req: Request): string {
  return clientOf(req.ip ?? req.socket.remoteAddress)
}

/** Express's `trust proxy`, for proxies that put ports after addresses, too: without it theirs would be nobody's it knows. */
export function trustProxies(app: Express, value: string | readonly string[] | number | boolean): void {
  app.set('trust proxy', value)
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  app.set('trust proxy', (address: string, hop: number) => trusts(withoutPort(address), hop))
}
