/** Ethereum addresses, and messages signed by their owners. No chain is ever queried. */
export interface Ethereum {
  /** Returns the address with its EIP-55 checksum; null: its capitals are wrong. */
  checksummed(address: string): string | null
  /** Returns the ERC-4361 message by which the owner of an address proves ownership; null: the game's host is invalid in such messages. */
  messageOf(challenge: SignInMessage): string | null
  /** Returns whether the owner of the address signed the message (`personal_sign`). Never throws. */
  isSignedBy(address: string, message: string, signature: string): Promise<boolean>
}

export interface SignInMessage {
  readonly address: string
  /** Public address of the game. It comes from the settings, never from the Host header of a request. */
  readonly publicUrl: string
  readonly statement: string
  /** At least 8 letters and digits. */
  readonly nonce: string
  readonly issuedAt: Date
  readonly expirationTime: Date
}

/** Chain id of Ethereum, a required field of the message. */
const MAINNET = 1

let loaded: Promise<Ethereum> | undefined

/** Loads the libraries on first use, because loading them takes a fifth of a second. */
export function ethereum(): Promise<Ethereum> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Ethereum> {
  const [{ getAddress, isAddress, verifyMessage }, { createSiweMessage, SiweInvalidMessageFieldError }] =
    await Promise.all([import('viem/utils'), import('viem/siwe')])
  return {
    // `isAddress` is strict by default: lower case, or the right capitals.
    checksummed: (address) => (isAddress(address) ? getAddress(address) : null),

    messageOf({ address, publicUrl, ...fields }) {
      const { host } = new URL(publicUrl)
      try {
        return createSiweMessage({
          ...fields,
          address: address as `0x${string}`,
          chainId: MAINNET,
          domain: host,
          uri: publicUrl,
          version: '1',
        })
      } catch (error) {
        if (error instanceof SiweInvalidMessageFieldError) return null
        throw error
      }
    },

    async isSignedBy(address, message, signature) {
      const [signer, bytes] = [address as `0x${string}`, signature as `0x${string}`]
      // Throws for a signature that is not a point of the curve.
      return verifyMessage({ address: signer, message, signature: bytes }).catch(() => false)
    },
  }
}
