import { EventStoreDBClient } from '@eventstore/db-client'

/** Hides the password from inspection and serialisation, because the client prints call options when `DEBUG` is set. */
export class Credentials {
  readonly username: string
  readonly #password: string
  constructor(username: string, password: string) {
    this.username = username
    this.#password = password
  }
  get password(): string {
    return this.#password
  }
}

interface Connection {
  /** The client sends none to an insecure server. */
  readonly credentials: Credentials
  /** Creates a client that connects at the first call. Clients with different `nth` share no connection. Throws `TypeError`. */
  open(nth: number): EventStoreDBClient
}

/** Interval and timeout in milliseconds. A silent server is detected after their sum. */
const keepAliveMs = 1_500

const address = /^(?:esdb|kurrentdb|kdb|kurrent)(\+discover)?:\/\/(?:([^:@/]*):([^@/]*)@)?([^/?]+)\/?(?:\?(.*))?$/i
const hostList = /^[\w.-]+(:\d{1,5})?(,[\w.-]+(:\d{1,5})?)*$/

/**
 * Parses `EVENTSTORE_URL`. Each call has credentials, because without them the client sends all appends through one stream
 * without a deadline. The client receives an address without user and password, because it prints the address in messages
 * (docs/threats.md T94). Throws `TypeError` with messages without secrets.
 */
export function parseConnection(url: string): Connection {
  const [, discover = '', username, password, hosts = '', query = ''] = address.exec(url.trim()) ?? []
  if (!hostList.test(hosts))
    throw new TypeError(
      'it must look like esdb://user:password@host:2113?tls=true, with user and password percent-encoded',
    )
  const isInsecure = /(?:^|&)tls=false(?:&|$)/i.test(query)
  if (!isInsecure && !username) throw new TypeError('TLS needs user and password: esdb://user:password@host:2113')
  const relevant = isInsecure ? query.replace(/(?:^|&)tls_?-?verify_?-?cert=[^&]*/gi, '') : query
  const options = [...relevant.split('&').filter(Boolean), 'throwOnAppendFailure=false'].join('&')
  return {
    credentials: new Credentials(decoded(username), decoded(password)),
    open(nth) {
      // Clients with equal options share connections, including a pending one to a server that never serves it.
      const defaults = `keepAliveInterval=${keepAliveMs + nth}&keepAliveTimeout=${keepAliveMs}&gossipTimeout=1`
      return opened(`esdb${discover.toLowerCase()}://${hosts}?${defaults}&${options}`)
    },
  }
}

/** Captures the warnings of the client: ignored options are refused here; keep-alives below 10 s are intended. */
function opened(url: string): EventStoreDBClient {
  const { warn } = console
  const warnings: string[] = []
  console.warn = (text: unknown) => void warnings.push(String(text))
  try {
    const client = EventStoreDBClient.connectionString(url)
    if (warnings.some((text) => text.includes('tlsVerifyCert')))
      throw new TypeError('tlsVerifyCert=false has no effect; name the certificate authority with tlsCAFile')
    if (warnings.some((text) => !text.includes('KeepAliveInterval')))
      throw new TypeError('one of its options is unknown')
    return client
  } catch (error) {
    const [line = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    throw new TypeError(line.replace(/ at position \d+/, ''))
  } finally {
    console.warn = warn
  }
}

function decoded(part = ''): string {
  try {
    return decodeURIComponent(part)
  } catch {
    throw new TypeError('write a % in user or password as %25')
  }
}
