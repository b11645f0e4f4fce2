import type { Stage } from './stage.ts'
import type { VisitorOptions } from './visitor.ts'

/** The page of locked addresses, as an administrator uses it. */
export async function openAccounts(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/admin/accounts', options)
  const { page } = visitor
  await page.getByRole('heading', { level: 1 }).waitFor()
  const address = (ip: string) => page.getByRole('listitem').filter({ hasText: ip })
  return {
    ...visitor,
    address,
    /** The number or word of a tile. */
    tile: (name: string) => page.locator('dl > div', { hasText: name }).locator('dd').first().textContent(),
    nobodyIsLocked: () => visitor.says('No Account Lockouts'),
    unlock: (ip: string) => address(ip).getByRole('button', { name: 'Unlock Now' }).click(),
  }
}
