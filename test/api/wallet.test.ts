import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { createSiweMessage, parseSiweMessage } from 'viem/siwe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '../../src/areas/accounts/area.ts'
import { walletStream } from '../../src/areas/wallet/events.ts'
import { TYPES } from '../../src/identifiers.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { readToEnd } from '../support/event-log-contract.ts'
import { type Player, players } from '../support/leagues.ts'

const MINUTE = 60_000
const NOT_ITS_OWNER = 'This signature is not by the owner of the connected wallet'
const TOO_OLD = 'This message is used up or too old. Try again.'

let app: TestApp
let other: TestApp
beforeAll(async () => {
  app = await startTestApp({ env: { PUBLIC_URL: 'https://plp.example' } })
  other = await startTestApp({ env: { PUBLIC_URL: 'https://plp.example' }, beside: app })
})
afterAll(async () => {
  await other?.close()
  await app?.close()
})

const newPlayer = async (): Promise<Player> => (await players(app, ['wanda']))[0]!
const newWallet = () => privateKeyToAccount(generatePrivateKey())
type OwnWallet = ReturnType<typeof newWallet>
const connect = (player: Player, walletAddress: unknown) => player.call('PATCH', '/api/wallet', { walletAddress })
const challenge = (player: Player) => player.call('POST', '/api/wallet/challenge')
const verify = (player: Player, signature: unknown) => player.call('POST', '/api/wallet/verify', { signature })
const shown = async (player: Player) => {
  const { walletAddress, walletVerified } = await player.get('/api/user')
  return [walletAddress, walletVerified]
}
const eventsOf = async ({ id }: Player) =>
  (await app.container.get(TYPES.Log).readStream(walletStream(id))).map(({ type }) => type)

async function connected(): Promise<{ player: Player; owner: OwnWallet }> {
  const [player, owner] = [await newPlayer(), newWallet()]
  expect((await connect(player, owner.address)).status).toBe(200)
  return { player, owner }
}

describe('PATCH /api/wallet (R100)', () => {
  test('connects an address, unverified; a repeat changes nothing; null disconnects it', async () => {
    const { player, owner } = await connected()
    const answer = await connect(player, owner.address.toLowerCase())
    expect([answer.status, answer.body]).toEqual([200, { walletAddress: owner.address, walletVerified: false }])
    expect(await shown(player)).toEqual([owner.address, false])
    const gone = await connect(player, null)
    expect([gone.status, gone.body]).toEqual([200, { walletAddress: null, walletVerified: false }])
    expect((await connect(player, null)).status).toBe(200)
    expect(await shown(player)).toEqual([null, false])
    expect(await eventsOf(player)).toEqual(['WalletConnected', 'WalletDisconnected'])
  })

  test('accepts lower case, and capitals only with the checksum of EIP-55', async () => {
    const player = await newPlayer()
    const right = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
    const wrong = ['0x5aAeb6053F3E94C9b9A09f33669435E7Ef1Beaed', `0x${right.slice(2).toUpperCase()}`]
    for (const address of wrong) {
      const { status, body } = await connect(player, address)
      const message = 'Check the address: its capitals do not match its checksum'
      expect([status, body.detail, body.errors]).toEqual([400, message, [{ path: 'walletAddress', message }]])
    }
    expect((await connect(player, ` ${right.toLowerCase()} `)).body.walletAddress).toBe(right)
  })

  test.each([
    ['too short', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAe'],
    ['too long', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed0'],
    ['no hexadecimal number', 'plp.eth'],
    ['no text', 7],
    ['nothing', undefined],
  ])('%s is no address: 400', async (_what, address) => {
    const { status, body } = await connect(await newPlayer(), address)
    expect([status, body.detail]).toEqual([400, 'That is not a wallet address'])
  })

  test('is for players only, and shows no wallet to others', async () => {
    const { player, owner } = await connected()
    for (const call of [
      app.client().request('PATCH', '/api/wallet', { walletAddress: null }),
      app.client().post('/api/wallet/challenge'),
      app.client().post('/api/wallet/verify', { signature: `0x${'0'.repeat(130)}` }),
    ])
      expect((await call).status).toBe(401)
    const admin = await app.admin()
    expect((await admin.get('/api/user')).walletAddress).toBeNull()
    expect(await shown(player)).toEqual([owner.address, false])
  })
})

describe('proving that a wallet is one’s own (R101, T54)', () => {
  test('its owner signs the message, on whatever node: the wallet is verified', async () => {
    const { player, owner } = await connected()
    const { status, body } = await challenge(player)
    expect(status).toBe(200)
    const at = app.clock.now()
    expect(parseSiweMessage(body.message)).toEqual({
      domain: 'plp.example',
      address: owner.address,
      statement: 'Sign to show PLP that this wallet is yours. It costs nothing and sends nothing.',
      uri: 'https://plp.example',
      version: '1',
      chainId: 1,
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      issuedAt: new Date(at),
      expirationTime: new Date(at + 10 * MINUTE),
    })
    expect(body.expiresAt).toBe(new Date(at + 10 * MINUTE).toISOString())

    const signature = await owner.signMessage({ message: body.message })
    const elsewhere = await other
      .client()
      .request('POST', '/api/wallet/verify', { signature }, { cookie: player.cookie })
    expect([elsewhere.status, elsewhere.body]).toEqual([200, { walletAddress: owner.address, walletVerified: true }])
    expect(await shown(player)).toEqual([owner.address, true])

    // Connected again, it stays verified; another wallet does not.
    await connect(player, owner.address)
    expect(await shown(player)).toEqual([owner.address, true])
    const second = newWallet()
    await connect(player, second.address)
    expect(await shown(player)).toEqual([second.address, false])
    expect(await eventsOf(player)).toEqual(['WalletConnected', 'WalletVerified', 'WalletConnected'])
  })

  test('a signature counts once, also in a race of twenty', async () => {
    const { player, owner } = await connected()
    const { body } = await challenge(player)
    const signature = await owner.signMessage({ message: body.message })
    const answers = await Promise.all(Array.from({ length: 20 }, () => verify(player, signature)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(19).fill(400)])
    const again = await verify(player, signature)
    expect([again.status, again.body.detail]).toEqual([400, TOO_OLD])
    // Nor after the wallet was disconnected and connected again.
    await connect(player, null)
    await connect(player, owner.address)
    await challenge(player)
    expect((await verify(player, signature)).body.detail).toBe(NOT_ITS_OWNER)
    expect(await shown(player)).toEqual([owner.address, false])
  })

  test('of another wallet or another message does not count, and the challenge is used up', async () => {
    const { player, owner } = await connected()
    const stranger = newWallet()
    const forged: ((message: string) => Promise<string>)[] = [
      (message) => stranger.signMessage({ message }),
      (message) => owner.signMessage({ message: `${message} ` }),
      // Signed for another game.
      (message) =>
        owner.signMessage({
          message: createSiweMessage({
            ...(parseSiweMessage(message) as Parameters<typeof createSiweMessage>[0]),
            domain: 'evil.example',
          }),
        }),
      async () => `0x${'f'.repeat(130)}`,
      async () => `0x${'0'.repeat(130)}`,
    ]
    for (const forge of forged) {
      const { message } = (await challenge(player)).body
      const refused = await verify(player, await forge(message))
      expect([refused.status, refused.body.detail]).toEqual([400, NOT_ITS_OWNER])
      const late = await verify(player, await owner.signMessage({ message }))
      expect([late.status, late.body.detail]).toEqual([400, TOO_OLD])
    }
    for (const none of ['0x', 'signed', null, `0x${'f'.repeat(128)}`]) {
      const { status, body } = await verify(player, none)
      expect([status, body.detail]).toEqual([400, 'That is not a signature'])
    }
    expect(await shown(player)).toEqual([owner.address, false])
  })

  test('for another player’s challenge does not count: a nonce is bound to its requester', async () => {
    const [one, two] = [await connected(), await newPlayer()]
    await connect(two, one.owner.address)
    const { message } = (await challenge(one.player)).body
    await challenge(two)
    const refused = await verify(two, await one.owner.signMessage({ message }))
    expect([refused.status, refused.body.detail]).toEqual([400, NOT_ITS_OWNER])
    expect(await shown(two)).toEqual([one.owner.address, false])
  })

  test('a message is valid for ten minutes, and until the next one', async () => {
    const { player, owner } = await connected()
    const first = (await challenge(player)).body
    app.clock.advance(10 * MINUTE)
    expect((await verify(player, await owner.signMessage({ message: first.message }))).body.detail).toBe(TOO_OLD)
    const second = (await challenge(player)).body
    const third = (await challenge(player)).body
    expect((await verify(player, await owner.signMessage({ message: second.message }))).body.detail).toBe(NOT_ITS_OWNER)
    expect((await verify(player, await owner.signMessage({ message: third.message }))).body.detail).toBe(TOO_OLD)
    const fourth = (await challenge(player)).body
    app.clock.advance(10 * MINUTE - 1)
    expect((await verify(player, await owner.signMessage({ message: fourth.message }))).status).toBe(200)
  })

  test('does not prove another wallet that was connected meanwhile', async () => {
    const { player, owner } = await connected()
    const { message } = (await challenge(player)).body
    await connect(player, newWallet().address)
    expect((await verify(player, await owner.signMessage({ message }))).body.detail).toBe(NOT_ITS_OWNER)
  })

  test('without a wallet there is nothing to prove: 409', async () => {
    const player = await newPlayer()
    const refused = await challenge(player)
    expect([refused.status, refused.body.detail]).toEqual([409, 'Connect a wallet first'])
    const { player: second, owner } = await connected()
    const { message } = (await challenge(second)).body
    await connect(second, null)
    expect((await verify(second, await owner.signMessage({ message }))).status).toBe(409)
  })
})

test('the address is encrypted in the log, and is deleted with its player, as is the challenge', async () => {
  const { player, owner } = await connected()
  await challenge(player)
  const { events } = await readToEnd(app.container.get(TYPES.RawLog), null, { types: ['WalletConnected'] })
  expect(events.length).toBeGreaterThan(0)
  expect(JSON.stringify(events).toLowerCase()).not.toContain(owner.address.toLowerCase())

  const { pool } = app.container.get(TYPES.Database)
  const left = async () =>
    (
      await pool.query(
        `select 'challenge' as what from app.wallet_challenges where user_id = $1
         union all select 'wallet' from read.wallets where user_id = $1`,
        [player.id],
      )
    ).rows.map(({ what }) => what)
  expect((await left()).sort()).toEqual(['challenge', 'wallet'])
  await app.container.get(ACCOUNTS.Accounts).deleteUser(player.id, {
    actor: null,
    at: new Date(app.clock.now()).toISOString(),
    correlationId: 'erasure',
    causationId: 'erasure',
    source: 'command',
  })
  await app.settled()
  expect(await left()).toEqual([])
})
