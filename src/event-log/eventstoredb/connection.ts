interface ConnectionSettings {
  /** What the client understands: `esdb://…`. */
  readonly url: string
  readonly credentials: { readonly username: string; readonly password: string }
}

/**
 * Reads `EVENTSTORE_URL`. Every call carries credentials, because without them all appends share one stream that knows no
 * deadline; an insecure server ignores them, a secure one must be given its own. Throws `TypeError`.
 */
export function parseConnection(url: string): ConnectionSettings {
  const match =
    /^(?:esdb|kurrentdb|kdb|kurrent)(\+discover)?:\/\/(?:([^:@/]*):([^@/]*)@)?([^/?]+)\/?(?:\?(.*))?$/i.exec(url)
  if (!match) throw new TypeError('an event store address looks like esdb://host:2113?tls=false')
  const [, discover = '', username, password, hosts, query = ''] = match
  const insecure = /(?:^|&)tls=false(?:&|$)/i.test(query)
  if (!insecure && !username)
    throw new TypeError('an event store address with TLS needs user and password: esdb://user:password@host:2113')
  const identity = username === undefined ? '' : `${username}:${password}@`
  return {
    url: `esdb${discover.toLowerCase()}://${identity}${hosts}${query ? `?${query}` : ''}`,
    credentials: {
      username: decodeURIComponent(username ?? 'admin'),
      password: decodeURIComponent(password ?? 'changeit'),
    },
  }
}
