import { describe, expect, test } from 'vitest'
import { given, rejected } from '../../../test/support/given.ts'
import type { WalletEvent } from './events.ts'
import { walletDecider } from './wallet-decider.ts'

const userId = 7
const [first, second] = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']
const connected = (address: string): WalletEvent => ({ type: 'WalletConnected', data: { userId, address } })
const verified: WalletEvent = { type: 'WalletVerified', data: { userId } }
const disconnected: WalletEvent = { type: 'WalletDisconnected', data: { userId } }
const by = (type: 'connect' | 'verify', address: string) => ({ type, userId, address }) as const

describe('a wallet', () => {
  test('is unverified after connecting; connecting it again changes nothing (R100)', () => {
    const done = given(walletDecider).when(by('connect', first))
    done.then([connected(first)])
    expect(done.thenState()).toEqual({ address: first, isVerified: false })
    given(walletDecider, [connected(first), verified])
      .when(by('connect', first))
      .then([])
  })

  test('is missing and unverified at first', () => {
    expect(given(walletDecider).state).toEqual({ address: null, isVerified: false })
  })

  test('is verified once, by the connected address only (R101)', () => {
    given(walletDecider, [connected(first)])
      .when(by('verify', first))
      .then([verified])
    given(walletDecider, [connected(first), verified])
      .when(by('verify', first))
      .then([])
    given(walletDecider, [connected(second)])
      .when(by('verify', first))
      .then(rejected('other-wallet'))
    given(walletDecider).when(by('verify', first)).then(rejected('other-wallet'))
  })

  test('that replaces a verified one is unverified (R101)', () => {
    const done = given(walletDecider, [connected(first), verified]).when(by('connect', second))
    done.then([connected(second)])
    expect(done.thenState()).toEqual({ address: second, isVerified: false })
  })

  test('loses its verification when disconnected; disconnecting again changes nothing (R100)', () => {
    const done = given(walletDecider, [connected(first), verified]).when({ type: 'disconnect', userId })
    done.then([disconnected])
    expect(done.thenState()).toEqual({ address: null, isVerified: false })
    given(walletDecider, [connected(first), disconnected])
      .when({ type: 'disconnect', userId })
      .then([])
  })
})
