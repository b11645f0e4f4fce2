import type { Stage } from './stage.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

/** The landing page for every path without a session: it signs in and registers. */
export function landingOf(visitor: Visitor) {
  const { page, press } = visitor
  const username = page.getByLabel('Username')
  const password = page.getByLabel('Password')
  const tab = (name: Form) => page.getByRole('tab', { name })
  const fill = async (name: string, secret: string) => {
    await username.fill(name)
    await password.fill(secret)
  }
  return {
    ...visitor,
    username,
    password,
    tab,
    choose: (name: Form) => tab(name).click(),
    form: page.getByRole('form'),
    fill,
    signIn: async (name: string, secret: string) => {
      await fill(name, secret)
      await press('Sign In')
    },
    /** Signs in with the keyboard only. */
    signInByEnter: async (name: string, secret: string) => {
      await fill(name, secret)
      await page.keyboard.press('Enter')
    },
    register: async (name: string, secret: string) => {
      await tab('Create Account').click()
      await fill(name, secret)
      await press('Create Account')
    },
    stands: () => visitor.shows('Welcome Back'),
  }
}

type Form = 'Sign In' | 'Create Account'

/** Opens a page without a session. */
export const openLanding = async (stage: Stage, path = '/', options?: VisitorOptions) =>
  landingOf(await stage.visit(path, { as: null, ...options }))
