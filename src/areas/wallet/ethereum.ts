/** What of Ethereum the game knows: addresses, and messages that their owners sign. No chain is ever asked. */
export interface Ethereum {
  /** The address with the capitals of EIP-55; null where capitals are there and are others. */
  checked(address: string): string | null
  /** The message of ERC-4361 by which the owner of an address says that it is theirs; null where the game stands at a host that none can name. */
  messageOf(challenge: SignInMessage): string | null
  /** Whether the owner of the address signed the message (`personal_sign`). Never throws. */
  isSignedBy(address: string, message: string, signature: string): Promise<boolean>
}

export interface SignInMessage {
  readonly address: string
  /** The game's own address, by its settings and never by a request's Host. */
  readonly publicUrl: string
  readonly statement: string
  /** At least 8 letters and digits. */
  readonly nonce: string
  readonly issuedAt: Date
  readonly expirationTime: Date
}

/** Ethereum itself: the message names one, though no chain is asked. */
const MAINNET = 1

let loaded: Promise<Ethereum> | undefined

/** Loaded when the first wallet is seen: it costs a start a fifth of a second. */
export function ethereum(): Promise<Ethereum> {
  loaded ??= load()
  return loaded
}

async function load(): Promise<Ethereum> {
  const [{ getAddress, isAddress, verifyMessage }, { createSiweMessage, SiweInvalidMessageFieldError }] =
    await Promise.all([import('viem/utils'), import('viem/siwe')])
  return {
    // Strict, as it is unless told otherwise: lower case or the right capitals.
    checked: (address) => (isAddress(address) ? getAddress(address) : null),

    messageOf({ address, publicUrl, ...said }) {
      const { host } = new URL(publicUrl)
      try {
        return createSiweMessage({
          ...said,
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
      // What names no point of the curve throws.
      return verifyMessage({ address: signer, message, signature: bytes }).catch(() => false)
    },
  }
}
