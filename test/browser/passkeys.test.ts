import { expect, test } from 'vitest'
import { landingOf } from './landing-page.ts'
import { profileOf } from './profile-page.ts'
import { shellOf } from './shell-page.ts'
import { expectAccessible, expectSound } from './soundness.ts'
import { setStage } from './stage.ts'
import type { Visitor } from './visitor.ts'

const stage = setStage()
/** The same node by a domain: browsers have no passkeys at IP addresses. */
const named = () => Object.assign(Object.create(stage.app), { url: stage.app.url.replace('127.0.0.1', 'localhost') })

/** Gives the page an authenticator that verifies its user, such as a phone with a screen lock. */
async function withAuthenticator({ context, page }: Visitor) {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
      ...{ isUserVerified: true, automaticPresenceSimulation: true },
    },
  })
  return {
    credentials: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials,
    verifies: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

// The socket may reconnect with the cookie that the new password replaces.
test('a passkey is added, signs in, leads back in without the password, and is of no use once removed (R390, R393, R394, R396)', async () => {
  const player = await stage.newPlayer()
  const visitor = await stage.visit('/profile?tab=settings', {
    on: named(),
    as: player,
    expected: /status of 401|HTTP Authentication/,
  })
  const authenticator = await withAuthenticator(visitor)
  const profile = profileOf(visitor)
  await profile.press('Add a passkey')
  await expectAccessible(profile, 'adding')
  await profile.dialog.getByLabel('Name').fill('Phone')
  await profile.answer('Add passkey')
  await profile.toast('Passkey added')
  const passkeys = profile.region('Passkeys')
  await passkeys.getByText(/^Added on .*, not used yet$/).waitFor()
  await expectSound(profile, 'a passkey')
  const [credential] = await authenticator.credentials()
  expect(credential).toMatchObject({ rpId: 'localhost', isResidentCredential: true, userName: player.name })

  await shellOf(visitor).logOut()
  const landing = landingOf(visitor)
  await landing.stands()
  await expectSound(landing, 'signing in')
  await authenticator.verifies(false)
  await landing.press('Sign in with a passkey')
  await landing.toast('Your browser didn’t confirm it. Try again.')
  await authenticator.verifies(true)
  await landing.press('Sign in with a passkey')
  await shellOf(visitor).isHome()

  await shellOf(visitor).logOut()
  await landing.stands()
  await visitor.goTo('/forgot-password')
  await visitor.shows('Have a passkey?')
  await expectSound(visitor, 'a way back in')
  await visitor.press('Sign in with a passkey')
  await profile.dialog.getByLabel('New password').fill('brand-new-1')
  await profile.dialog.getByLabel('Confirm password').fill('brand-new-1')
  await expectAccessible(profile, 'a new password')
  await profile.answer('Change password')
  await profile.toast('Password updated successfully')
  const { status } = await stage.app.client().post('/api/login', { username: player.name, password: 'brand-new-1' })
  expect(status).toBe(200)

  await passkeys.getByText(/last used today/).waitFor()
  await profile.press(/^Remove passkey Phone/)
  await expectAccessible(profile, 'removing')
  await profile.answer('Remove')
  await profile.toast('Passkey removed')
  await shellOf(visitor).logOut()
  await landing.stands()
  await landing.press('Sign in with a passkey')
  await landing.toast('That passkey didn’t work. Use another one, or your password.')
})
