import * as z from 'zod/mini'
import { IsoTime } from '../../contracts/common.ts'
import { CurrentUser } from '../accounts/contract.ts'

const NO_ADDRESS = 'That is not a wallet address'
const NO_SIGNATURE = 'That is not a signature'

/** Body of `PATCH /api/wallet`: an address in lower case or with the EIP-55 checksum (docs/rules.md R100); null disconnects. */
export const WalletPatch = z.object({
  walletAddress: z.nullable(z.string(NO_ADDRESS).check(z.trim(), z.regex(/^0x[0-9a-fA-F]{40}$/, NO_ADDRESS))),
})

/** A wallet as shown to its player. It is unverified until its owner has signed a challenge. */
export const Wallet = z.pick(CurrentUser, { walletAddress: true, walletVerified: true })
export type Wallet = z.infer<typeof Wallet>

/** Response of `POST /api/wallet/challenge`: the message for the owner of the connected wallet to sign (ERC-4361). */
export const WalletChallenge = z.object({
  message: z.string(),
  expiresAt: IsoTime,
})
export type WalletChallenge = z.infer<typeof WalletChallenge>

/** Body of `POST /api/wallet/verify`: the 65 bytes returned by `personal_sign`. */
export const WalletProof = z.object({
  signature: z.string(NO_SIGNATURE).check(z.regex(/^0x[0-9a-fA-F]{130}$/, NO_SIGNATURE)),
})
