import ipaddr from 'ipaddr.js'

/**
 * The unit a lock holds: an IPv4 address, or the /64 of an IPv6 address (T9), since a household owns a whole one. Takes
 * either with a port-free address or a range as shown in the list of locks; null where it is neither.
 */
export function lockUnitOf(address: string): string | null {
  const [plain = '', bits, ...rest] = address.trim().split('/')
  if (rest.length > 0 || (bits !== undefined && bits !== '64')) return null
  const unzoned = plain.replace(/%.*$/, '')
  if (!ipaddr.isValid(unzoned) || !isWritten(unzoned)) return null
  const parsed = ipaddr.process(unzoned)
  if (parsed.kind() === 'ipv4') return bits === undefined ? parsed.toString() : null
  const { parts } = parsed as ipaddr.IPv6
  return `${new ipaddr.IPv6([...parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`
}

/** ipaddr.js also reads `10` or `0x7f.1` as IPv4; people and sockets write four numbers. */
const isWritten = (address: string): boolean => address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address)
