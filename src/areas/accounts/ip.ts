import ipaddr from 'ipaddr.js'

/** The one client that all addresses together are which nobody can read: a proxy's `unknown`, a broken header, none at all. */
const UNKNOWN = 'unknown'

/**
 * The client that limits and locks count: an IPv4 address, or the /64 of an IPv6 address, since a household owns a whole one.
 * Takes an address as a socket or a proxy gives it: with a port (`192.0.2.1:80`, `[2001:db8::1]:80`), a zone, or IPv4 in IPv6.
 */
export function clientOf(address: string | undefined): string {
  return lockUnitOf(address ?? '') ?? UNKNOWN
}

/** The same of an address as an administrator writes it, which may also be a client from the list of locks; null where it is neither. */
export function lockUnitOf(address: string): string | null {
  const text = address.trim()
  if (text === UNKNOWN) return text
  const [plain = '', bits, ...rest] = withoutPort(text).split('/')
  if (rest.length > 0 || (bits !== undefined && bits !== '64')) return null
  const [unzoned = ''] = plain.split('%')
  if (!ipaddr.isValid(unzoned) || !isWritten(unzoned)) return null
  const parsed = ipaddr.process(unzoned)
  if (parsed.kind() === 'ipv4') return bits === undefined ? parsed.toString() : null
  const { parts } = parsed as ipaddr.IPv6
  return `${new ipaddr.IPv6(parts.map((part, index) => (index < 4 ? part : 0))).toString()}/64`
}

/** An address without the port that some proxies put after it. */
export function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d*)?|([\d.]+):\d*)$/.exec(address) ?? []
  return bracketed ?? dotted ?? address
}

/** ipaddr.js also reads `10` or `0x7f.1` as IPv4; people and sockets write four numbers. */
const isWritten = (address: string): boolean => address.includes(':') || ipaddr.IPv4.isValidFourPartDecimal(address)
