import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import type { Stage } from './stage.ts'
import { expectFocus, lines, oneLine, type VisitorOptions } from './visitor.ts'

type Column = 'Username' | 'Rank' | 'Points' | 'Predictions' | 'Sign-up Date'

/** The page of users, as an administrator uses it. */
export async function openUsers(stage: Stage, options?: VisitorOptions) {
  const visitor = await stage.visit('/admin', options)
  const { page } = visitor
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) })
  const dialog = (title: string) => page.getByRole('dialog', { name: title })
  const log = page.getByRole('region', { name: 'What administrators did' })
  return {
    ...visitor,
    /** The number of a tile. */
    tile: (name: string) => page.locator('dl > div', { hasText: name }).locator('dd').first().textContent(),
    /** Names of the users in order, as far as they are loaded. */
    names: async () => (await lines(page.getByRole('rowheader'))).map((line) => line.split(' ').at(-3)!),
    /** The text of a user's row. */
    told: (name: string) => oneLine(row(name)),
    sortBy: (column: Column) => page.getByRole('columnheader', { name: column }).getByRole('button').click(),
    /** The sorted column and its direction. */
    async sorting() {
      const heads = page.locator('th[aria-sort]')
      return [await heads.innerText(), await heads.getAttribute('aria-sort')]
    },
    changeRole: (name: string, action: 'Make Admin' | 'Remove Admin') =>
      row(name).getByRole('button', { name: action }).click(),
    /** Whether a user's row has any buttons. */
    canAct: async (name: string) => (await row(name).getByRole('button').count()) > 0,
    /** Requests a new password, enters the reason, and sends it. */
    async resetPassword(name: string, why: string) {
      await row(name).getByRole('button', { name: 'Reset Password' }).click()
      const asked = dialog('Reset User Password')
      await asked.getByLabel('Reason for the log').fill(why)
      await asked.getByRole('button', { name: 'Reset Password' }).click()
    },
    /** The password that is shown once and has the focus. */
    async newPassword(): Promise<string> {
      const notice = page.getByRole('region', { name: 'Password reset successfully' })
      await expectFocus(notice.getByRole('heading'))
      return notice.locator('code').innerText()
    },
    async closeNotice() {
      await page.getByRole('button', { name: 'Close: new password' }).click()
      await expect.poll(() => page.locator('code').count()).toBe(0)
    },
    askToDelete: (name: string) => row(name).getByRole('button', { name: 'Delete' }).click(),
    /** The text of the confirmation before a deletion. */
    async warning() {
      const asked = dialog('Confirm User Deletion')
      await asked.getByRole('listitem').first().waitFor()
      return oneLine(asked)
    },
    async confirmDeletion(why?: string) {
      const asked = dialog('Confirm User Deletion')
      if (why) await asked.getByLabel('Reason for the log').selectOption(why)
      await asked.getByRole('button', { name: 'Delete' }).click()
    },
    cancel: () => page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click(),
    /** The entries of the log, the latest first. */
    log: () => lines(log.getByRole('listitem')),
    /** The lines of the log's file. */
    async logFile(): Promise<string[]> {
      const file = page.waitForEvent('download')
      await log.getByRole('button', { name: 'CSV' }).click()
      return (await readFile(await (await file).path(), 'utf8')).split('\r\n')
    },
  }
}
