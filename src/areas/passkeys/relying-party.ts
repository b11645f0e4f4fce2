import { isIP } from 'node:net'

/** The relying party of WebAuthn: the domain that passkeys are bound to, and the origin of the pages. */
export interface RelyingParty {
  readonly id: string
  readonly origin: string
}

interface RequestOrigin {
  readonly origin?: string | undefined
  readonly host?: string | undefined
}

/**
 * The relying party of a request: that of `PUBLIC_URL` if it is set, otherwise of the request's own origin, like the origin check
 * (docs/threats.md T93). Null where browsers have no passkeys: at IP addresses, and without https except on localhost.
 */
export function relyingPartyOf({ origin, host }: RequestOrigin, onlyOrigin: string | null): RelyingParty | null {
  const address = onlyOrigin ?? origin ?? `http://${host}`
  if (!URL.canParse(address)) return null
  const { hostname, protocol, host: ownHost, origin: own } = new URL(address)
  if (onlyOrigin === null && ownHost !== host) return null
  if (hostname.startsWith('[') || isIP(hostname) !== 0) return null
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost')
  return protocol === 'https:' || isLocal ? { id: hostname, origin: own } : null
}
