import type { Express, Request, RequestHandler } from 'express'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { clientOf, withoutPort } from '../areas/accounts/ip.ts'
import { HttpProblem } from '../slice/problem.ts'

const FIVE_MINUTES = 300

export interface RequestLimits {
  /** Requests in five minutes from one address, and as many for pages and their files; at least 3,000 must be allowed. */
  readonly perAddress: number
  /** Requests of one user in five minutes. */
  readonly perUser: number
}

export const requestLimits: RequestLimits = { perAddress: 6_000, perUser: 3_000 }

/** Limits requests, counted in memory per node (T72). Sign-in, join codes and recovery have separate limits in PostgreSQL. */
export function createRequestLimiter(limits: RequestLimits) {
  const perAddress = new RateLimiterMemory({ points: limits.perAddress, duration: FIVE_MINUTES })
  // Counted separately: the first page views of a whole school must not use up its API requests.
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
    // Avatars count as files of pages: a board has a hundred of them.
    address: counting((req) => (req.path.startsWith('/avatars/') ? pages : perAddress)),
    page: counting(() => pages),
    user: (id: number) => consume(perUser, String(id)),
  }
}

/** The client address of a request according to `TRUST_PROXY`; every limit and lock uses it. */
export function clientOfRequest(req: Request): string {
  return clientOf(req.ip ?? req.socket.remoteAddress)
}

/** Sets Express's `trust proxy`; also accepts proxies that append ports to addresses, which Express would not recognise. */
export function trustProxies(app: Express, value: string | readonly string[] | number | boolean): void {
  app.set('trust proxy', value)
  const trusts = app.get('trust proxy fn') as (address: string, hop: number) => boolean
  app.set('trust proxy', (address: string, hop: number) => trusts(withoutPort(address), hop))
}
