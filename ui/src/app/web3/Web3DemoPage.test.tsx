import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { Wallet, WalletChallenge } from '../../../../src/areas/wallet/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { readerSample } from '../../../../test/support/samples.ts'
import {
  ADDRESS,
  forgetWallets,
  installAlone,
  OTHER_ADDRESS,
  SIGNATURE,
  walletSample,
} from '../../../../test/support/wallet.ts'
import { Web3DemoPage } from './Web3DemoPage.tsx'

componentTests()
afterEach(() => act(forgetWallets))

const SAVE = 'PATCH /api/wallet'
const CHALLENGE = 'POST /api/wallet/challenge'
const VERIFY = 'POST /api/wallet/verify'
const MESSAGE = 'localhost wants you to sign in'

const of = (walletAddress: string | null, walletVerified = false) => ({ walletAddress, walletVerified })
const page = (changes: Partial<CurrentUser> = {}) => (
  <Web3DemoPage user={readerSample(changes)} title="Web3 demo" adminPages={[]} />
)
const open = (changes: Partial<CurrentUser> = {}) =>
  draw(page(changes), {
    answers: {
      [SAVE]: ok(Wallet, of(ADDRESS)),
      [CHALLENGE]: ok(WalletChallenge, { message: MESSAGE, expiresAt: '2025-11-29T15:10:00.000Z' }),
      [VERIFY]: ok(Wallet, of(ADDRESS, true)),
    },
  })
const here = () => within(screen.getByRole('region', { name: 'In this browser' }))
const account = () => within(screen.getByRole('region', { name: 'In your account' }))
const button = (name: string) => here().getByRole('button', { name })

async function connected(changes: Partial<CurrentUser> = {}, wallet = walletSample()) {
  installAlone(wallet)
  const drawn = open(changes)
  await drawn.user.click(button('Connect wallet'))
  await here().findByText(ADDRESS)
  return { ...drawn, wallet }
}

describe('the wallet of the browser', () => {
  test('is missing: the page says how to get one (R102)', async () => {
    const { user, writes } = open()
    expect(here().getByText('No wallet is connected.')).toBeDefined()
    expect(account().getByText('Your account has no wallet. Connect one to add it.')).toBeDefined()
    await user.click(button('Connect wallet'))
    expect(await screen.findByText('Wallet not found')).toBeDefined()
    expect(screen.getByText('Please install a browser wallet or another Web3 wallet')).toBeDefined()
    expect(writes()).toEqual([])
    expect(document.title).toBe('Web3 demo · PLP')
  })

  test('is connected, saved unverified and shown with its balance (R100, R102)', async () => {
    const { writes } = await connected()
    expect(screen.getByText('Successfully connected to your Web3 wallet')).toBeDefined()
    expect(await here().findByText('1.2346 ETH')).toBeDefined()
    expect(here().getByText('Unverified')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([{ walletAddress: ADDRESS }])
    const explorer = here().getByRole('link', { name: 'View on Etherscan' })
    expect(explorer.getAttribute('href')).toBe(`https://etherscan.io/address/${ADDRESS}`)
    expect(explorer.getAttribute('rel')).toBe('noopener noreferrer')
  })

  test.each([
    [
      'a refusal with a message',
      () => Promise.reject({ message: 'User rejected the request.' }),
      'User rejected the request.',
    ],
    ['a refusal without one', () => Promise.reject({ message: '' }), 'Failed to connect wallet'],
    ['no account', () => [], 'The wallet has no account'],
    ['an account that is no address', () => ['ada.eth'], 'The wallet has no account'],
  ])('that answers with %s stays disconnected', async (_, answer, text) => {
    installAlone(walletSample({ eth_requestAccounts: answer }))
    const { user, writes } = open()
    await user.click(button('Connect wallet'))
    expect(await screen.findByText('Connection failed')).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(button('Connect wallet')).toBeDefined()
    expect(writes()).toEqual([])
  })

  test('shows that it waits for the player', async () => {
    const asked = Promise.withResolvers<string[]>()
    installAlone(walletSample({ eth_requestAccounts: () => asked.promise }))
    const { user } = open()
    await user.click(button('Connect wallet'))
    expect(button('Connecting...').getAttribute('aria-disabled')).toBe('true')
    asked.resolve([ADDRESS])
    expect(await here().findByText(ADDRESS)).toBeDefined()
  })

  test('without a known balance says so', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    const failing = walletSample({ eth_getBalance: () => Promise.reject(new Error('No network')) })
    const { wallet } = await connected({}, failing)
    await waitFor(() => expect(error).toHaveBeenCalledWith('Failed to read the balance', expect.any(Error)))
    expect(here().getByText('not known yet')).toBeDefined()
    wallet.answers.eth_getBalance = () => '0x0'
    wallet.says('chainChanged', '0xa')
    expect(await here().findByText('0.0000 ETH')).toBeDefined()
  })

  test('changes its account, and withdraws it', async () => {
    const { wallet } = await connected()
    wallet.says('accountsChanged', [OTHER_ADDRESS])
    expect(await here().findByText(OTHER_ADDRESS)).toBeDefined()
    wallet.says('accountsChanged', [])
    expect(await here().findByText('No wallet is connected.')).toBeDefined()
    // The page no longer follows it.
    wallet.says('accountsChanged', [ADDRESS])
    wallet.says('chainChanged', '0x1')
    expect(here().getByText('No wallet is connected.')).toBeDefined()
  })

  test('is disconnected on this device only', async () => {
    const { user, writes } = await connected({ walletAddress: ADDRESS })
    const before = writes().length
    await user.click(button('Disconnect'))
    expect(await screen.findByText('Wallet disconnected')).toBeDefined()
    expect(here().getByText('No wallet is connected.')).toBeDefined()
    expect(localStorage.getItem('plp-wallet')).toBe('off')
    expect(writes()).toHaveLength(before)
    expect(account().getByText(ADDRESS)).toBeDefined()
  })

  test('is copied; a browser that forbids it gets the address to copy', async () => {
    const { user } = await connected()
    await user.click(button('Copy address'))
    expect(await screen.findByText('Wallet address copied to clipboard')).toBeDefined()
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('Forbidden'))
    await user.click(button('Copy address'))
    expect(await screen.findByText(`Copy it yourself: ${ADDRESS}`)).toBeDefined()
  })
})

describe('the ownership of a wallet', () => {
  test('is proven with a signature of the server’s message (R101)', async () => {
    const { user, wallet, writes, rerender } = await connected({ walletAddress: ADDRESS.toLowerCase() })
    const before = writes().length
    await user.click(button('Verify ownership'))
    expect(await screen.findByText('Wallet verified')).toBeDefined()
    const signed = wallet.calls.find(({ method }) => method === 'personal_sign')!.params!
    expect(Buffer.from(String(signed[0]).slice(2), 'hex').toString()).toBe(MESSAGE)
    expect(signed[1]).toBe(ADDRESS)
    expect(
      writes()
        .slice(before)
        .map(({ method, path, body }) => [`${method} ${path}`, body]),
    ).toEqual([
      [CHALLENGE, undefined],
      [VERIFY, { signature: SIGNATURE }],
    ])
    rerender(page({ walletAddress: ADDRESS, walletVerified: true }))
    expect(here().getByText('Verified')).toBeDefined()
    expect(here().queryByRole('button', { name: 'Verify ownership' })).toBeNull()
  })

  test('of another wallet than the account’s saves that one first', async () => {
    const { user, writes } = await connected({ walletAddress: OTHER_ADDRESS, walletVerified: true })
    expect(here().getByText('Unverified')).toBeDefined()
    const before = writes().length
    await user.click(button('Verify ownership'))
    expect(await screen.findByText('Wallet verified')).toBeDefined()
    const paths = writes()
      .slice(before)
      .map(({ method, path }) => `${method} ${path}`)
    expect(paths).toEqual([SAVE, CHALLENGE, VERIFY])
  })

  test.each([
    ['the wallet', { message: 'User denied message signature.' }, undefined, 'User denied message signature.'],
    ['the wallet, without a reason', null, undefined, 'Try again later.'],
    [
      'the server',
      undefined,
      problem(400, 'That signature is not from this wallet'),
      'That signature is not from this wallet',
    ],
  ])('is refused by %s: the reason is shown', async (_, refusal, answer, text) => {
    const { user, wallet, ...drawn } = await connected({ walletAddress: ADDRESS })
    if (refusal !== undefined) wallet.answers.personal_sign = () => Promise.reject(refusal)
    if (answer) drawn.answer(VERIFY, answer)
    await user.click(button('Verify ownership'))
    expect(await screen.findByText('Failed to verify wallet')).toBeDefined()
    expect(screen.getByText(text)).toBeDefined()
    expect(button('Verify ownership')).toBeDefined()
  })
})

describe('the wallet of the account', () => {
  const remove = async (user: ReturnType<typeof open>['user']) => {
    await user.click(account().getByRole('button', { name: 'Remove from account' }))
    return within(await screen.findByRole('dialog', { name: 'Remove the wallet from your account?' }))
  }

  test('is removed after a question', async () => {
    const { user, answer, writes } = open(of(OTHER_ADDRESS, true))
    answer(SAVE, ok(Wallet, of(null)))
    const dialog = await remove(user)
    expect(dialog.getByText(/^This removes its verification too\./)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Wallet removed')).toBeDefined()
    expect(writes().map(({ body }) => body)).toEqual([{ walletAddress: null }])
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('stays where the server refuses', async () => {
    const { user, answer } = open(of(OTHER_ADDRESS))
    answer(SAVE, problem(503, 'The store is away'))
    const dialog = await remove(user)
    expect(dialog.getByText('You can connect it again.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Remove' }))
    expect(await screen.findByText('Failed to remove wallet')).toBeDefined()
    expect(screen.getByText('The store is away')).toBeDefined()
    expect(account().getByText(OTHER_ADDRESS)).toBeDefined()
  })
})
