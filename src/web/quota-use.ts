import type { Quotas } from '../database/quotas.ts'
import type { Quota, QuotaUse } from '../kernel/quota.ts'
import { quotaProblem } from '../slice/problem.ts'
import type { SessionUser } from '../slice/route.ts'

/** Quotas of one call; routes consume and refund only here. `at`: time of the request, ISO 8601. */
export function createCallQuotas(quotas: Quotas, user: SessionUser, at: string) {
  const consumed: (QuotaUse & { readonly amount: number })[] = []

  return {
    async consume(
      quota: Quota,
      { amount = 1, of }: { readonly amount?: number; readonly of?: number } = {},
    ): Promise<void> {
      if (amount === 0) return
      const use = { userId: user.id, quota, amount, at, of }
      const seconds = await quotas.consume(use)
      if (seconds > 0) throw quotaProblem(quota, seconds)
      consumed.push(use)
    },
    /** Ends the call: refunds uses beyond its number of changes; 0 for a call that changed nothing. */
    async settle(changes: number): Promise<void> {
      let used = changes
      for (const use of consumed.splice(0)) {
        const amount = use.amount - used
        used = Math.max(0, -amount)
        // A failed refund is ignored: the use expires with its window.
        if (amount > 0) await quotas.refund({ ...use, amount }).catch(() => undefined)
      }
    },
  }
}
