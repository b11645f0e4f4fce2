import type { CommandContext, CommandHandler, Handled } from '../kernel/command-handler.ts'
import type { Challenge, Challenges } from './challenges.ts'
import { type Ethereum, ethereum } from './ethereum.ts'
import type { WalletEvent } from './events.ts'
import { walletStream } from './streams.ts'
import { type WalletCommand, type WalletRefusal, type WalletState, wallet } from './wallet-decider.ts'

/** How long a challenge can be answered. */
const CHALLENGE_MS = 10 * 60_000

const STATEMENT = 'Sign to show PLP that this wallet is yours. It costs nothing and sends nothing.'

export type WalletProblem =
  | WalletRefusal
  | 'wrong-checksum'
  | 'no-wallet'
  | 'no-domain'
  | 'no-challenge'
  | 'wrong-signature'

type Refused = { readonly ok: false; readonly rejected: WalletProblem }
export type WalletOutcome = Extract<Handled<WalletEvent, WalletState, never>, { ok: true }> | Refused

/** Commands of wallets. Throw `EventLogUnavailable` where the log is away. */
export interface WalletCommands {
  /** Says that the address is the player's; unverified until `verify`. */
  connect(userId: number, address: string, context: CommandContext): Promise<WalletOutcome>
  disconnect(userId: number, context: CommandContext): Promise<WalletOutcome>
  /** The message that the owner of the connected wallet is to sign; those before it are void. */
  challenge(
    userId: number,
    context: CommandContext,
  ): Promise<{ readonly ok: true; readonly message: string; readonly expiresAt: string } | Refused>
  /** Uses the challenge up, whatever comes of it: who fails asks for a new one. */
  verify(userId: number, signature: string, context: CommandContext): Promise<WalletOutcome>
}

export interface WalletDependencies {
  readonly handler: CommandHandler
  readonly challenges: Challenges
  /** The game's own address, which messages name. */
  readonly publicUrl: string
}

const refused = (rejected: WalletProblem): Refused => ({ ok: false, rejected })

const expiryOf = ({ issuedAt }: Challenge): Date => new Date(Date.parse(issuedAt) + CHALLENGE_MS)

export function createWallet({ handler, challenges, publicUrl }: WalletDependencies): WalletCommands {
  const handle = (command: WalletCommand, context: CommandContext) =>
    handler.handle(wallet, walletStream(command.userId), command, context)
  const addressOf = async (userId: number): Promise<string | null> =>
    (await handler.load(wallet, walletStream(userId))).state.address
  const messageOf = ({ messageOf: write }: Ethereum, address: string, challenge: Challenge): string | null =>
    write({
      ...{ address, publicUrl, statement: STATEMENT, nonce: challenge.nonce },
      issuedAt: new Date(challenge.issuedAt),
      expirationTime: expiryOf(challenge),
    })

  return {
    async connect(userId, given, context) {
      const address = (await ethereum()).checked(given)
      return address === null ? refused('wrong-checksum') : handle({ type: 'connect', userId, address }, context)
    },

    disconnect: (userId, context) => handle({ type: 'disconnect', userId }, context),

    async challenge(userId, { at }) {
      const address = await addressOf(userId)
      if (address === null) return refused('no-wallet')
      const challenge = await challenges.give(userId, at)
      const message = messageOf(await ethereum(), address, challenge)
      if (message === null) return refused('no-domain')
      return { ok: true, message, expiresAt: expiryOf(challenge).toISOString() }
    },

    async verify(userId, signature, context) {
      const challenge = await challenges.take(userId)
      if (!challenge || Date.parse(context.at) >= expiryOf(challenge).getTime()) return refused('no-challenge')
      const address = await addressOf(userId)
      if (address === null) return refused('no-wallet')
      const eth = await ethereum()
      const message = messageOf(eth, address, challenge)
      if (message === null || !(await eth.isSignedBy(address, message, signature))) return refused('wrong-signature')
      return handle({ type: 'verify', userId, address }, context)
    },
  }
}
