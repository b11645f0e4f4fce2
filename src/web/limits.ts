import type { Request, RequestHandler } from 'express'
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { HttpProblem } from './problem.ts'

const FIVE_MINUTES = 300

export interface RequestLimits {
  /** Requests in five minutes from one address; decisions.md wants 3,000 to pass. */
  readonly perAddress: number
  /** Requests in five minutes of one user. */
  readonly perUser: number
}

export const requestLimits: RequestLimits = { perAddress: 6_000, perUser: 3_000 }

/** Counted in memory per node (T72); sign-in, join codes and recovery have limits of their own in Postgres. */
export function createRequestLimiter(limits: RequestLimits) {
  const perAddress = new RateLimiterMemory({ points: limits.perAddress, duration: FIVE_MINUTES })
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
  const address: RequestHandler = async (req, _res, next) => {
    await consume(perAddress, clientIp(req))
    next()
  }
  return { address, user: (id: number) => consume(perUser, String(id)) }
}

/** The client's address as `TRUST_PROXY` says; IPv4 in its plain form. */
export function clientIp(req: Request): string {
  return (req.ip ?? req.socket.remoteAddress ?? '0.0.0.0').replace(/^::ffff:/, '')
}
