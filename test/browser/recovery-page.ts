import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'
import { expectFocus } from './visitor.ts'

type Passwords = { readonly password: string; readonly again?: string }

/** Functions that the pages of recovery share. */
function recoveryOf(visitor: Visitor) {
  const { page, press } = visitor
  const field = (label: string) => page.getByLabel(label, { exact: true })
  return {
    ...visitor,
    field,
    /** The message below a field. */
    saysOf: async (label: string) => {
      const ids = (await field(label).getAttribute('aria-describedby')) ?? ''
      const texts = ids
        .split(' ')
        .filter(Boolean)
        .map((id) => page.locator(`[id="${id}"]`).innerText())
      return (await Promise.all(texts)).join(' ')
    },
    newPassword: async ({ password, again = password }: Passwords) => {
      await field('New password').fill(password)
      await field('Confirm password').fill(again)
    },
    reset: () => press('Reset Password'),
    leadsTo: (link: string) => page.getByRole('link', { name: link, exact: true }).last().getAttribute('href'),
    skips: async () => {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await expectFocus(page.locator('#main'))
    },
  }
}

/** The page of links by mail: the request, and the target of the link. */
export async function openForgot(stage: Stage, query = '', options?: StageVisit) {
  const recovery = recoveryOf(await stage.visit(`/forgot-password${query}`, { as: null, ...options }))
  const { field, press, page } = recovery
  await page.getByRole('heading', { level: 1 }).waitFor()
  return {
    ...recovery,
    ask: async (username: string, email = '') => {
      await field('Username').fill(username)
      await page.getByLabel(/^Email/).fill(email)
      await press('Send reset link')
    },
    tryAnother: () => press('Try Different Username'),
    typeToken: async (token: string) => {
      await field('Reset token').fill(token)
    },
  }
}

/** The page of recovery without a mail. */
export async function openOptions(stage: Stage, options?: StageVisit) {
  const recovery = recoveryOf(await stage.visit('/password-reset', { as: null, ...options }))
  const { field, press, page } = recovery
  await recovery.isAt('Reset Password')
  return {
    ...recovery,
    choose: (way: 'Self-Service' | 'Security Question' | 'Admin Help') => page.getByRole('tab', { name: way }).click(),
    known: async (username: string, password: string) => {
      await page.getByRole('tab', { name: 'Self-Service' }).click()
      await field('Username').fill(username)
      await field('Current password').fill(password)
    },
    getQuestion: async (username: string) => {
      await field('Username').fill(username)
      await press('Get Question')
    },
    answer: (text: string) => field('Answer').fill(text),
    requestHelp: async (username: string, reason: string) => {
      await field('Username').fill(username)
      await field('Reason').fill(reason)
      await press('Request Reset')
    },
  }
}

/** Opens the link of a mail to a new address. */
export async function openConfirm(stage: Stage, token: string, options?: StageVisit) {
  const recovery = recoveryOf(await stage.visit(`/confirm-email?token=${token}`, options))
  return { ...recovery, confirm: () => recovery.press('Confirm Address') }
}

/** The administrators' page of requests. */
export async function openResetRequests(stage: Stage) {
  const visitor = await stage.visit('/admin/reset-requests')
  const { page, press } = visitor
  await visitor.isAt('Reset Requests')
  const request = (username: string) => page.getByRole('listitem').filter({ hasText: username })
  return {
    ...visitor,
    request,
    nobodyWaits: () => visitor.says('No reset requests'),
    reset: async (username: string) => {
      await press(`Reset Password of ${username}`)
      await page.getByRole('dialog').getByRole('button', { name: 'Reset Password' }).click()
    },
    dismiss: (username: string) => press(`Dismiss the request of ${username}`),
    /** The password that is shown once. */
    newPassword: () => page.locator('code').innerText(),
    closeNotice: () => press('Close: new password'),
  }
}
