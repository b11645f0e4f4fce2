import { EventStoreDBClient } from '@eventstore/db-client'

/** The password cannot be inspected or serialised: the client prints the options of its calls while `DEBUG` is set. */
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
  /** An insecure server is sent none. */
  readonly credentials: Credentials
  /** Connects at the first call. Two that differ in `nth` share no connection. Throws `TypeError`. */
  open(nth: number): EventStoreDBClient
}

/** A server that falls silent is noticed after the interval and the timeout together, in milliseconds. */
const keepAliveMs = 1_500

const address = /^(?:esdb|kurrentdb|kdb|kurrent)(\+discover)?:\/\/(?:([^:@/]*):([^@/]*)@)?([^/?]+)\/?(?:\?(.*))?$/i
const hostList = /^[\w.-]+(:\d{1,5})?(,[\w.-]+(:\d{1,5})?)*$/

/**
 * Reads `EVENTSTORE_URL`. Each call carries credentials, because without them the client sends all appends through one stream
 * that has no deadline. The client itself is given an address without user and password, as it prints that in its own messages
 * (docs/threats.md T94). Throws `TypeError`; its messages repeat no secret.
 */
export function parseConnection(url: string): Connection {
  const [, discover = '', username, password, hosts = '', query = ''] = address.exec(url.trim()) ?? []
  if (!hostList.test(hosts))
    throw new TypeError('it looks like esdb://user:password@host:2113?tls=true, with user and password percent-encoded')
  const isInsecure = /(?:^|&)tls=false(?:&|$)/i.test(query)
  if (!isInsecure && !username) throw new TypeError('TLS needs user and password: esdb://user:password@host:2113')
  const given = isInsecure ? query.replace(/(?:^|&)tls_?-?verify_?-?cert=[^&]*/gi, '') : query
  const options = [...given.split('&').filter(Boolean), 'throwOnAppendFailure=false'].join('&')
  return {
    credentials: new Credentials(decoded(username), decoded(password)),
    open(nth) {
      // Clients with equal options share connections, also one that is still being made to a server that does not serve it.
      const defaults = `keepAliveInterval=${keepAliveMs + nth}&keepAliveTimeout=${keepAliveMs}&gossipTimeout=1`
      return opened(`esdb${discover.toLowerCase()}://${hosts}?${defaults}&${options}`)
    },
  }
}

/** The client prints warnings: of options that it ignores, which are refused here, and of keep-alives below 10 s, which are meant. */
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
    throw new TypeError('a % in user or password is written as %25')
  }
}
