import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { Wallet } from '../../../../src/areas/wallet/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { readerSample } from '../../../../test/support/samples.ts'
import { ADDRESS, announce, forgetWallets, installAlone, walletSample } from '../../../../test/support/wallet.ts'
import './connection.ts'
import { WalletButton } from './WalletButton.tsx'
import './WalletDialog.tsx'

componentTests()
afterEach(() => act(forgetWallets))

const SAVE = 'PATCH /api/wallet'
const SAVED = ok(Wallet, { walletAddress: ADDRESS, walletVerified: false })
const SHORT = /^0x5aAe\.\.\.eAed · 1\.2346\sETH$/

const open = (save = SAVED) => draw(<WalletButton user={readerSample()} />, { answers: { [SAVE]: save } })
const connect = () => screen.findByRole('button', { name: 'Connect wallet' })
const connected = () => screen.findByRole('button', { name: SHORT })

describe('the button of the wallet', () => {
  test('connects the only wallet, shows it, and disconnects it (R102)', async () => {
    installAlone(walletSample())
    const { user } = open()
    await user.click(await connect())
    await user.click(await connected())
    const dialog = within(await screen.findByRole('dialog', { name: 'Your wallet' }))
    expect(dialog.getByText(ADDRESS)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByText('Wallet disconnected')).toBeDefined()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await connect()
  })

  test('reports a wallet that is missing', async () => {
    const { user } = open()
    await user.click(await connect())
    expect(await screen.findByText('Wallet not found')).toBeDefined()
  })

  test('offers several wallets by name; one that refuses leaves the choice open', async () => {
    const refusing = walletSample({ eth_requestAccounts: () => Promise.reject({ message: 'Locked' }) })
    const accepting = walletSample()
    // It announces itself, too: it is not listed twice.
    installAlone(refusing)
    announce(refusing, 'First', 'https://example.com/icon.svg')
    announce(accepting, 'Second', 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"></svg>')
    window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info: { name: 'Nameless' } } }))
    const { user } = open()
    await user.click(await connect())
    const dialog = within(await screen.findByRole('dialog', { name: 'Choose a wallet' }))
    const wallets = ['First', 'Second'].map((name) => dialog.getByRole('button', { name }))
    expect(dialog.queryByRole('button', { name: /Browser wallet|Nameless/ })).toBeNull()
    // Only pictures that the wallet brings along, as a remote one would tell its host about the player.
    expect(wallets.map((wallet) => wallet.querySelector('img') !== null)).toEqual([false, true])
    await user.click(wallets[0]!)
    expect(await screen.findByText('Locked')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Choose a wallet' })).toBeDefined()
    await user.click(wallets[1]!)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await connected()
    expect(localStorage.getItem('plp-wallet')).toBe('example.Second')
  })

  test('stays connected if the server does not save the address', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue()
    installAlone(walletSample())
    const { user } = open(problem(503))
    await user.click(await connect())
    await connected()
    await waitFor(() => expect(error).toHaveBeenCalledWith('Failed to save the wallet address', expect.any(Error)))
    expect(screen.getByText('Wallet connected')).toBeDefined()
  })
})
