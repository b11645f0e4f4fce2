import * as z from 'zod/mini'
import { IsoTime } from '../../contracts/common.ts'
import { CurrentUser } from '../accounts/contract.ts'

const NO_ADDRESS = 'That is not a wallet address'
const NO_SIGNATURE = 'That is not a signature'

/** `PATCH /api/wallet`: null disconnects. In lower case, or with the checksum of EIP-55 in its capitals (docs/rules.md R100). */
export const WalletPatch = z.object({
  walletAddress: z.nullable(z.string(NO_ADDRESS).check(z.trim(), z.regex(/^0x[0-9a-fA-F]{40}$/, NO_ADDRESS))),
})
export type WalletPatch = z.infer<typeof WalletPatch>

/** The wallet as its owner sees it: one that nobody has proved to be theirs is unverified. */
export const Wallet = z.pick(CurrentUser, { walletAddress: true, walletVerified: true })
export type Wallet = z.infer<typeof Wallet>

/** `POST /api/wallet/challenge`: what the owner of the connected wallet signs, once and soon (ERC-4361). */
export const WalletChallenge = z.object({
  message: z.string(),
  expiresAt: IsoTime,
})
export type WalletChallenge = z.infer<typeof WalletChallenge>

/** `POST /api/wallet/verify`: the 65 bytes that `personal_sign` gives. */
export const WalletProof = z.object({
  signature: z.string(NO_SIGNATURE).check(z.regex(/^0x[0-9a-fA-F]{130}$/, NO_SIGNATURE)),
})
export type WalletProof = z.infer<typeof WalletProof>
