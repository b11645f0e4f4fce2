import { Wallet, WalletChallenge, WalletPatch, WalletProof } from '../contracts/wallet.ts'
import { problemsOf, wrongField } from '../slice/problem.ts'
import type { ReadDb } from '../slice/read-models.ts'
import { type RouteDefinition, type RouteResult, route } from '../slice/route.ts'
import { asStored } from '../slice/stored.ts'
import { allowances } from './allowances.ts'
import type { WalletCommands, WalletOutcome, WalletProblem } from './commands.ts'
import { walletOf } from './queries.ts'

const tags = ['Wallet']

const problemOf = problemsOf<Exclude<WalletProblem, 'wrong-checksum'>>({
  'no-wallet': [409, 'Please connect a wallet first'],
  'no-domain': [409, 'Wallets cannot be verified at this address of the game'],
  'other-wallet': [409, 'Another wallet was connected meanwhile. Please try again.'],
  'no-challenge': [400, 'This message was used already, or is too old. Please try again.'],
  'wrong-signature': [400, 'This signature is not by the owner of the connected wallet'],
})

function accepted<Outcome extends { readonly ok: true }>(
  outcome: Outcome | { readonly ok: false; readonly rejected: WalletProblem },
): Outcome {
  if (outcome.ok) return outcome
  if (outcome.rejected === 'wrong-checksum')
    throw wrongField('walletAddress', 'The address is mistyped: its capitals are not those of its checksum')
  throw problemOf(outcome.rejected)
}

export interface WalletRouteDependencies {
  readonly db: ReadDb
  readonly wallet: WalletCommands
}

/** A player's own wallet: said to be theirs, and proved to be. */
export function walletRoutes({ db, wallet }: WalletRouteDependencies): readonly RouteDefinition[] {
  function stored(userId: number, outcome: WalletOutcome): RouteResult {
    const { state, position, events } = accepted(outcome)
    const known: Wallet = { walletAddress: state.address, walletVerified: state.isVerified }
    return {
      body: async () => asStored(await walletOf(db, userId), known, () => known),
      wrote: { position, types: events.map(({ type }) => type) },
    }
  }

  return [
    route({
      method: 'patch',
      path: '/api/wallet',
      access: 'user',
      summary: 'Connects a wallet, unverified, in lower case or with the capitals of EIP-55; null disconnects it',
      tags,
      body: WalletPatch,
      responses: { 200: Wallet },
      takes: [allowances.wallet],
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
        'The ERC-4361 message for the owner of the connected wallet to sign: once, within ten minutes; earlier ones are void',
      tags,
      responses: { 200: WalletChallenge },
      problems: [409],
      takes: [],
      async handle({ user, context }) {
        const { message, expiresAt } = accepted(await wallet.challenge(user.id, context))
        return { body: { message, expiresAt } }
      },
    }),
    route({
      method: 'post',
      path: '/api/wallet/verify',
      access: 'user',
      summary: 'Verifies the connected wallet by its signature under the last challenge, which is used up by it',
      tags,
      body: WalletProof,
      responses: { 200: Wallet },
      problems: [409],
      takes: [allowances.wallet],
      handle: async ({ body: { signature }, user, context }) =>
        stored(user.id, await wallet.verify(user.id, signature, context)),
    }),
  ]
}
