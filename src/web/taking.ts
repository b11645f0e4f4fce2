import { type Allowance, type Allowances, DAY, type Use } from '../kernel/allowance.ts'
import { HttpProblem } from '../slice/problem.ts'
import type { RouteInput, SessionUser } from '../slice/route.ts'

/** What one call takes of its player's allowances. */
interface Taking extends Pick<RouteInput<undefined, undefined, undefined>, 'take' | 'giveBack'> {
  /** Gives back all that the call still has: it changed nothing. */
  giveBackAll(): Promise<void>
}

/** `at`: when the request came, ISO 8601. */
export function createTaking(allowances: Allowances, user: SessionUser, at: string): Taking {
  const taken: { use: Use; amount: number }[] = []

  async function giveBack(use: Use, amount: number): Promise<void> {
    // What cannot be given back is given by the next window.
    await allowances.giveBack({ ...use, amount }).catch(() => undefined)
  }

  return {
    async take(allowance, { amount = 1, of } = {}) {
      const use: Use = { userId: user.id, allowance, amount, at, ...(of === undefined ? {} : { of }) }
      const seconds = await allowances.take(use)
      if (seconds > 0) throw refusalOf(allowance, seconds)
      taken.push({ use, amount })
    },
    async giveBack(allowance, amount) {
      const mine = taken.find(({ use }) => use.allowance === allowance)
      if (!mine || amount <= 0) return
      mine.amount -= amount
      await giveBack(mine.use, amount)
    },
    async giveBackAll() {
      for (const { use, amount } of taken.splice(0)) if (amount > 0) await giveBack(use, amount)
    },
  }
}

/** The 429 of an allowance that has room again after so many seconds. */
export const refusalOf = ({ refusal }: Allowance, seconds: number): HttpProblem =>
  new HttpProblem(429, refusal, { retryAfterSeconds: Math.min(DAY, Math.max(1, seconds)) })
