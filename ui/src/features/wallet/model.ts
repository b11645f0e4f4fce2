const WEI = 10n ** 18n
const SHOWN = 10n ** 4n

/** `1.0005 ETH`, from a provider's hexadecimal wei. */
export function ethOf(balance: string): string {
  const tenthousandths = (BigInt(balance) * SHOWN + WEI / 2n) / WEI
  return `${tenthousandths / SHOWN}.${String(tenthousandths % SHOWN).padStart(4, '0')}\u00a0ETH`
}

export const hexOf = (text: string): string =>
  `0x${Array.from(new TextEncoder().encode(text), (byte) => byte.toString(16).padStart(2, '0')).join('')}`

/** Whether both addresses are equal, ignoring case: wallets differ in capitals. */
export const isSame = (one: string | null, other: string | null): boolean =>
  one !== null && other !== null && one.toLowerCase() === other.toLowerCase()

export const explorerOf = (address: string): string => `https://etherscan.io/address/${address}`
