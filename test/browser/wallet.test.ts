import { expect, test } from 'vitest'
import { openNowhere } from './shell-page.ts'
import { DESK, expectAccessible, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { oneLine, type Visitor } from './visitor.ts'
import { type BrowserWallet, browserWallet, type Installed, install, walletPage } from './wallet-page.ts'

const stage = setStage()

const alone = (wallet: BrowserWallet): readonly Installed[] => [{ wallet, as: 'window.ethereum' }]
const short = ({ account: { address } }: BrowserWallet) => `${address.slice(0, 6)}...${address.slice(-4)}`
const loaded = (visitor: Visitor) => visitor.requests('/assets/connection-')

test('a player connects a wallet, proves that it is theirs, and disconnects it (R100, R101, R102)', async () => {
  const player = await stage.newPlayer()
  const wallet = browserWallet()
  const visitor = await openNowhere(stage, {
    as: player,
    prepare: async (page) => {
      await install(page, alone(wallet))
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    },
  })
  const { page } = visitor
  const own = walletPage(page)
  const saved = async () => {
    const { walletAddress, walletVerified } = await player.get('/api/user')
    return [walletAddress, walletVerified]
  }

  // A rejection shows the wallet's message, or the game's if there is none.
  wallet.refuses.set('eth_requestAccounts', 'User rejected the request.')
  await own.press()
  await visitor.toast('Connection failed')
  await visitor.toast('User rejected the request.')
  wallet.refuses.set('eth_requestAccounts', '')
  await own.press()
  await visitor.toast('Failed to connect wallet')

  const asked = Promise.withResolvers<void>()
  wallet.waits.set('eth_requestAccounts', asked.promise)
  await own.press()
  await expect.poll(() => oneLine(own.button)).toBe('Connecting...')
  asked.resolve()
  await visitor.toast('Wallet connected')
  await visitor.toast('Successfully connected to your Web3 wallet')
  await expect.poll(() => oneLine(own.button)).toBe(`${short(wallet)} · 1.2346 ETH`)
  await expect.poll(saved).toEqual([wallet.account.address, false])

  await own.press()
  await own.dialog.getByText(wallet.account.address).waitFor()
  await own.dialog.getByText('Unverified').waitFor()
  await expectSound(visitor, 'the wallet', { within: '[role=dialog]' })
  await page.setViewportSize(DESK)
  await own.dialog.getByRole('button', { name: 'Copy address' }).click()
  await visitor.toast('Address copied')
  await visitor.toast('Wallet address copied to clipboard')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(wallet.account.address)
  const explorer = own.dialog.getByRole('link', { name: 'View on Etherscan' })
  expect(await explorer.evaluate((link: HTMLAnchorElement) => [link.href, link.target, link.rel])).toEqual([
    `https://etherscan.io/address/${wallet.account.address}`,
    '_blank',
    'noopener noreferrer',
  ])

  wallet.refuses.set('personal_sign', 'User denied message signature.')
  await own.dialog.getByRole('button', { name: 'Verify ownership' }).click()
  await visitor.toast('Failed to verify wallet')
  await visitor.toast('User denied message signature.')
  await own.dialog.getByRole('button', { name: 'Verify ownership' }).click()
  await visitor.toast('Wallet verified')
  await own.dialog.getByText('Verified', { exact: true }).waitFor()
  await expect.poll(saved).toEqual([wallet.account.address, true])

  await own.dialog.getByRole('button', { name: 'Disconnect' }).click()
  await visitor.toast('Wallet disconnected')
  await expect.poll(() => oneLine(own.button)).toBe('Connect wallet')
  // The account keeps it, and the next load sends the wallet no prompt.
  expect(await saved()).toEqual([wallet.account.address, true])
  const before = wallet.calls.length
  await visitor.reload()
  await visitor.isQuiet()
  expect(await oneLine(own.button)).toBe('Connect wallet')
  expect(wallet.calls.slice(before)).toEqual([])
})

test('an authorised wallet is shown on load and not saved; its page removes the one of the account', async () => {
  const player = await stage.newPlayer()
  const [wallet, other] = [browserWallet(), browserWallet()]
  wallet.isAuthorised = true
  await player.request('PATCH', '/api/wallet', { walletAddress: other.account.address })
  const visitor = await stage.visit('/web3-demo', {
    as: player,
    size: PHONE,
    theme: 'dark',
    prepare: (page) => install(page, [{ wallet, as: { name: 'Test Wallet', rdns: 'example.wallet' } }]),
  })
  const { page } = visitor
  const { here, account, walletSays } = walletPage(page)
  await visitor.isAt('Web3 demo')
  await here.getByText(wallet.account.address.toLowerCase()).waitFor()
  await here.getByText('1.2346 ETH').waitFor()
  await account.getByText(other.account.address).waitFor()
  expect(wallet.calls).toEqual(['eth_accounts', 'eth_getBalance'])

  wallet.balance = 0n
  await walletSays('chainChanged', '0xa')
  await here.getByText('0.0000 ETH').waitFor()
  await expectSound(visitor, 'the page of the wallet')
  await page.setViewportSize(PHONE)

  // Verification uses the signing wallet, which the account has from then on.
  await here.getByRole('button', { name: 'Verify ownership' }).click()
  await visitor.toast('Wallet verified')
  await account.getByText(wallet.account.address).waitFor()
  await account.getByText('Verified', { exact: true }).waitFor()
  await account.getByRole('button', { name: 'Remove from account' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await visitor.toast('Wallet removed')
  await account.getByText('Your account has no wallet').waitFor()
  expect((await player.get('/api/user')).walletAddress).toBeNull()

  await page.getByRole('button', { name: 'More' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `${short(wallet).toLowerCase()} · 0.0000 ETH` })
    .waitFor()
  await visitor.key('Escape')
  await walletSays('accountsChanged', [])
  await here.getByText('No wallet is connected.').waitFor()
  await here.getByRole('button', { name: 'Connect wallet' }).click()
  await visitor.toast('Wallet connected')
  await here.getByText(wallet.account.address).waitFor()
})

test('without a wallet none of its code is loaded, until the button reports that it is missing (R102)', async () => {
  const visitor = await openNowhere(stage, { as: await stage.newPlayer() })
  await visitor.isQuiet()
  expect(loaded(visitor)).toBe(0)
  await walletPage(visitor.page).press()
  await visitor.toast('Wallet not found')
  await visitor.toast('Please install a browser wallet or another Web3 wallet')
  expect(loaded(visitor)).toBe(1)
})

test('of several wallets the player chooses one; a failure to save it is only logged', async () => {
  const player = await stage.newPlayer()
  const [first, second] = [browserWallet(), browserWallet()]
  const visitor = await openNowhere(stage, {
    as: player,
    expected: /status of 503|Failed to save the wallet address/,
    prepare: async (page) => {
      await install(page, [
        { wallet: first, as: { name: 'First Wallet', rdns: 'example.first' } },
        { wallet: second, as: { name: 'Second Wallet', rdns: 'example.second' } },
        // The same wallet announces itself too: it is not listed twice.
        { wallet: first, as: 'window.ethereum' },
      ])
      await page.route('**/api/wallet', (route) => route.fulfill({ status: 503, body: '' }))
    },
  })
  const own = walletPage(visitor.page)
  await own.press()
  await own.dialog.waitFor()
  expect(await own.dialog.getByRole('button', { name: /Wallet$/ }).allInnerTexts()).toEqual([
    'First Wallet',
    'Second Wallet',
  ])
  await expectAccessible(visitor, 'the choice of wallets', { within: '[role=dialog]' })
  await own.choose('Second Wallet')
  await visitor.toast('Wallet connected')
  await own.dialog.waitFor({ state: 'detached' })
  await expect.poll(() => oneLine(own.button)).toBe(`${short(second)} · 1.2346 ETH`)
  expect(first.calls).not.toContain('eth_requestAccounts')
  // The next load uses the wallet that was chosen first.
  first.calls.length = 0
  await visitor.reload()
  await expect.poll(() => oneLine(own.button)).toContain(short(second).toLowerCase())
  expect(first.calls).toEqual([])
})
