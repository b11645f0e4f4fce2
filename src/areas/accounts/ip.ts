import { isIPv4 } from 'node:net'
import ipaddr from 'ipaddr.js'

/** The shared client of all unreadable addresses: a proxy's `unknown`, a broken header, or none. */
const UNKNOWN = 'unknown'

/**
 * The client to which limits and locks apply: an IPv4 address, or the /64 of an IPv6 address, since a household has a
 * whole /64. Accepts addresses from a socket or a proxy: with a port (`192.0.2.1:80`, `[2001:db8::1]:80`), with a zone,
 * or IPv4 in IPv6.
 */
export function clientOf(address: string | undefined): string {
  return lockUnitOf(address ?? '') ?? UNKNOWN
}

/** The client of an address that an administrator typed, or of an entry in the list of locks. Null if it is neither. */
export function lockUnitOf(address: string): string | null {
  const text = address.trim()
  if (text === UNKNOWN) return text
  const [plain = '', bits, ...rest] = withoutPort(text).split('/')
  if (rest.length > 0 || (bits !== undefined && bits !== '64')) return null
  const [unzoned = ''] = plain.split('%')
  // Not ipaddr.js: it is slower, and it reads `10` and `0x7f.1` as IPv4, too.
  if (isIPv4(unzoned)) return bits === undefined ? unzoned : null
  if (!ipaddr.IPv6.isValid(unzoned)) return null
  const parsed = ipaddr.process(unzoned)
  if (parsed.kind() === 'ipv4') return bits === undefined ? parsed.toString() : null
  const { parts } = parsed as ipaddr.IPv6
  return `${new ipaddr.IPv6(parts.map((part, index) => (index < 4 ? part : 0))).toString()}/64`
}

/**
 * The network of a client, as shown to the owner of a session: the /24 of an IPv4 address, the /48 of an IPv6 address. Null
 * for an unreadable address.
 */
export function networkOf(client: string): string | null {
  const [address = ''] = client.split('/')
  if (!ipaddr.isValid(address)) return null
  const parsed = ipaddr.parse(address)
  const bits = parsed.kind() === 'ipv4' ? 24 : 48
  const bytes = parsed.toByteArray().map((byte, index) => (index < bits / 8 ? byte : 0))
  return `${ipaddr.fromByteArray(bytes).toString()}/${bits}`
}

/** An address without the port that some proxies append. */
export function withoutPort(address: string): string {
  const [, bracketed, dotted] = /^(?:\[([^\]]*)\](?::\d*)?|([\d.]+):\d*)$/.exec(address) ?? []
  return bracketed ?? dotted ?? address
}
