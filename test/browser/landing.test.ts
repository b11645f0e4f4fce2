import { expect, test } from 'vitest'
import { holding, together } from './answers.ts'
import { openLanding } from './landing-page.ts'
import { expectSound } from './soundness.ts'
import { setStage } from './stage.ts'
import { signIn } from './window.ts'

const stage = setStage()

test('signed out, every path shows the landing page; after signing in, the requested page opens', async () => {
  await stage.app.player('deep_link')
  const landing = await openLanding(stage, '/admin/accounts')
  await landing.stands()
  expect(landing.url().pathname).toBe('/admin/accounts')
  await landing.signInByEnter('deep_link', 'password-1')
  await landing.shows('Access Denied')
})

test('while the session is being checked, the landing page is shown', async () => {
  const player = await stage.app.player('patient')
  const user = holding('**/api/user')
  const prepare = together((page) => signIn(page.context(), player, stage.app.url), user.on)
  const landing = await openLanding(stage, '/', { prepare })
  await landing.stands()
  user.over()
  await landing.shows('Upcoming Fixtures')
})

test('the theme is light here whatever was chosen', async () => {
  const landing = await openLanding(stage, '/', { theme: 'dark' })
  await landing.page.evaluate(() => localStorage.setItem('theme', 'dark'))
  await landing.reload()
  await landing.stands()
  await expect.poll(() => landing.page.evaluate(() => document.documentElement.dataset.theme)).toBe('light')
  await expect.poll(() => landing.page.evaluate(() => document.documentElement.classList.contains('dark'))).toBe(false)
  await expect.poll(() => landing.page.evaluate(() => localStorage.getItem('theme'))).toBe('dark')
})

test('on a small phone both forms are seen whole without scrolling', async () => {
  const landing = await openLanding(stage, '/', { size: { width: 375, height: 667 } })
  for (const name of ['Sign In', 'Create Account'] as const) {
    await landing.choose(name)
    const { form } = landing
    await form.getByRole('button', { name }).waitFor()
    // Once its fonts are loaded.
    const isWhole = async () => {
      const { y, height } = (await form.boundingBox())!
      return y > 0 && y + height <= 667
    }
    await expect.poll(isWhole, { message: name }).toBe(true)
  }
  expect(await landing.page.evaluate(() => scrollY)).toBe(0)
})

test('a form with an error passes axe and fits every width; registering signs in and says Account created!', async () => {
  const landing = await openLanding(stage)
  await landing.stands()
  await landing.choose('Create Account')
  await landing.password.fill('123')
  await landing.key('Enter')
  await expectSound(landing, 'create account with an error', { only: 'this theme' })
  await landing.register(' newcomer ', 'password-1')
  await landing.toast('Account created!')
  await landing.shows('Welcome to PLP, newcomer!')
})
