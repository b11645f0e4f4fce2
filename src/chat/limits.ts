import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible'
import { HttpProblem } from '../web/problem.ts'

export interface ChatLimits {
  /** Counts what a user says; throws the 429 with its `Retry-After`. */
  speak(userId: number): Promise<void>
}

/** 5 messages in 5 seconds and 60 in a minute for each user, counted in memory per node (security.md T43). */
export function createChatLimits(): ChatLimits {
  const limiters = [
    new RateLimiterMemory({ points: 5, duration: 5 }),
    new RateLimiterMemory({ points: 60, duration: 60 }),
  ]
  return {
    async speak(userId) {
      for (const limiter of limiters) {
        try {
          await limiter.consume(userId)
        } catch (refused) {
          throw new HttpProblem(429, 'You are sending messages too fast. Please wait a moment.', {
            retryAfterSeconds: Math.max(1, Math.ceil((refused as RateLimiterRes).msBeforeNext / 1_000)),
          })
        }
      }
    },
  }
}
