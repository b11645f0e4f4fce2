import { acceptedOr, problemsOf } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, type RouteResult, route, tagged } from '../../slice/route.ts'
import { asStored } from '../../slice/stored.ts'
import { quotas, type WalletCommands, type WalletProblem } from './commands.ts'
import { Wallet, WalletChallenge, WalletPatch, WalletProof } from './contract.ts'
import { walletOf } from './queries.ts'

const accepted = acceptedOr(
  problemsOf<WalletProblem>({
    'no-wallet': [409, 'Connect a wallet first'],
    'no-domain': [409, 'Wallet checks do not work at this address of the game'],
    'other-wallet': [409, 'You have connected another wallet meanwhile. Try again.'],
    'no-challenge': [400, 'This message is used up or too old. Try again.'],
    'wrong-signature': [400, 'This signature is not by the owner of the connected wallet'],
    'wrong-checksum': [400, 'Check the address: its capitals do not match its checksum', 'walletAddress'],
  }),
)

/** Routes of a player's own wallet: connection and verification. */
export function walletRoutes({
  db,
  wallet,
}: {
  readonly db: ReadDb
  readonly wallet: WalletCommands
}): readonly RouteDefinition[] {
  function stored(userId: number, outcome: Awaited<ReturnType<WalletCommands['connect' | 'verify']>>): RouteResult {
    const wrote = accepted(outcome)
    const known: Wallet = { walletAddress: wrote.state.address, walletVerified: wrote.state.isVerified }
    return { body: async () => asStored(await walletOf(db, userId), known, () => known), wrote }
  }

  return tagged('Wallet', [
    route({
      method: 'patch',
      path: '/api/wallet',
      access: 'user',
      summary: 'Connects an unverified wallet, in lower case or with the EIP-55 checksum; null disconnects it',
      body: WalletPatch,
      responses: { 200: Wallet },
      consumes: [quotas.wallet],
      async handle({ body: { walletAddress }, user, context }) {
        const outcome =
          walletAddress === null
            ? await wallet.disconnect(user.id, context)
            : await wallet.connect(user.id, walletAddress, context)
        return stored(user.id, outcome)
      },
    }),
    route({
      method: 'post',
      path: '/api/wallet/challenge',
      access: 'user',
      summary:
        'Returns an ERC-4361 message for the owner of the connected wallet to sign: once, within ten minutes; it invalidates earlier ones',
      responses: { 200: WalletChallenge },
      problems: [409],
      consumes: [],
      async handle({ user, context }) {
        const { message, expiresAt } = accepted(await wallet.challenge(user.id, context))
        return { body: { message, expiresAt } }
      },
    }),
    route({
      method: 'post',
      path: '/api/wallet/verify',
      access: 'user',
      summary: 'Verifies the connected wallet by a signature of the last challenge, and consumes the challenge',
      body: WalletProof,
      responses: { 200: Wallet },
      problems: [409],
      consumes: [quotas.wallet],
      handle: async ({ body: { signature }, user, context }) =>
        stored(user.id, await wallet.verify(user.id, signature, context)),
    }),
  ])
}
