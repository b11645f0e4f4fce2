import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import { quota } from '../../kernel/quota.ts'
import type { Challenge, Challenges } from './challenges.ts'
import { type Ethereum, ethereum } from './ethereum.ts'
import { walletStream } from './events.ts'
import { type WalletCommand, type WalletRefusal, walletDecider } from './wallet-decider.ts'

export const quotas = {
  /** Connections, verifications and disconnections of wallets. */
  wallet: quota('wallet', { perHour: 30, perDay: 100 }, 'You have changed your wallet too often. Try again later.'),
}

/** Lifetime of a challenge in milliseconds. */
const CHALLENGE_MS = 10 * 60_000

const STATEMENT = 'Sign to show PLP that this wallet is yours. It costs nothing and sends nothing.'

export type WalletProblem =
  | WalletRefusal
  | 'wrong-checksum'
  | 'no-wallet'
  | 'no-domain'
  | 'no-challenge'
  | 'wrong-signature'

interface WalletDependencies {
  readonly handler: CommandHandler
  readonly challenges: Challenges
  /** Public address of the game, which is part of the messages. */
  readonly publicUrl: string
}

const refused = <Problem extends WalletProblem>(rejected: Problem) => ({ ok: false, rejected }) as const

const expiryOf = ({ issuedAt }: Challenge): Date => new Date(Date.parse(issuedAt) + CHALLENGE_MS)

/** Commands of wallets. They throw `EventLogUnavailable` if the log cannot be reached. */
export function createWallet({ handler, challenges, publicUrl }: WalletDependencies) {
  const handle = (command: WalletCommand, context: CommandContext) =>
    handler.handle(walletDecider, walletStream(command.userId), command, context)
  const addressOf = async (userId: number): Promise<string | null> =>
    (await handler.load(walletDecider, walletStream(userId))).state.address
  const messageOf = ({ messageOf: write }: Ethereum, address: string, challenge: Challenge): string | null =>
    write({
      ...{ address, publicUrl, statement: STATEMENT, nonce: challenge.nonce },
      issuedAt: new Date(challenge.issuedAt),
      expirationTime: expiryOf(challenge),
    })

  return {
    /** Connects a wallet address; it is unverified until `verify`. */
    async connect(userId: number, walletAddress: string, context: CommandContext) {
      const address = (await ethereum()).checksummed(walletAddress)
      return address === null ? refused('wrong-checksum') : handle({ type: 'connect', userId, address }, context)
    },

    disconnect: (userId: number, context: CommandContext) => handle({ type: 'disconnect', userId }, context),

    /** Returns a message for the owner of the connected wallet to sign. It invalidates earlier ones. */
    async challenge(userId: number, { at }: CommandContext) {
      const address = await addressOf(userId)
      if (address === null) return refused('no-wallet')
      const challenge = await challenges.create(userId, at)
      const message = messageOf(await ethereum(), address, challenge)
      if (message === null) return refused('no-domain')
      return { ok: true, message, expiresAt: expiryOf(challenge).toISOString() } as const
    },

    /** Verifies the connected wallet. The challenge is consumed even if the signature is wrong. */
    async verify(userId: number, signature: string, context: CommandContext) {
      const challenge = await challenges.consume(userId)
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

export type WalletCommands = ReturnType<typeof createWallet>
