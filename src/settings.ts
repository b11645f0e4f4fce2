import path from 'node:path'
import { z } from 'zod'
import type { NewsSource } from './news/sources/source.ts'
import { canBeFolder, isProxyList, oneOf, openable } from './setting-checks.ts'

/** Where the season comes from. */
type FixtureSource =
  | { readonly kind: 'demo' }
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'url'; readonly url: string }
  | { readonly kind: 'football-data'; readonly token: string }

/** Express's `trust proxy`: nobody, hops, everybody, or a list of addresses, ranges and names. */
type TrustProxy = false | true | number | readonly string[]

/** Everything the process is told from outside, checked. */
export interface Settings {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** Absolute path. */
  readonly dataDir: string
  /** `null`: the embedded server. */
  readonly databaseUrl: string | null
  /** `null`: the event log lives in Postgres. */
  readonly eventStoreUrl: string | null
  readonly eventStorePrefix: string
  /** 32 bytes; `null`: kept in `DATA_DIR/master.key`. */
  readonly masterKey: Buffer | null
  /** The first administrator; a `null` password is drawn and printed once. */
  readonly admin: { readonly username: string; readonly password: string | null }
  readonly fixtures: FixtureSource
  readonly news: NewsSource
  /** `null`: the landing page quotes the game itself. */
  readonly testimonialsUrl: string | null
  /** The origin players see, without a trailing slash. */
  readonly publicUrl: string
  /** `null`: mails become files. */
  readonly smtpUrl: string | null
  /** Who mails come from. */
  readonly mailFrom: string
  /** Administrators may simulate players and results on this server. */
  readonly testingTool: boolean
  readonly trustProxy: TrustProxy
  /** `null`: metrics are for programs of this machine. */
  readonly metricsToken: string | null
  readonly logLevel: string
  /** Sentences to be logged at start about settings that are allowed but not advised. */
  readonly warnings: readonly string[]
}

/** What a setting names does not work here: the message is one line for the person at the terminal. */
export class BadSetting extends Error {
  override readonly name = 'BadSetting'
}

type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problem: string }

/** What it takes (said when it is wrong) and what it does (said by --help). */
const about = (takes: string, help: string) => ({ takes, help })

const schema = z.object({
  PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535)
    .default(3000)
    .meta(about('a port number from 0 to 65535', 'port of the web server (default 3000)')),
  HOST: z
    .string()
    .regex(/^[A-Za-z0-9.:_-]+$/)
    .default('127.0.0.1')
    .meta(about('an address or host name to listen on', 'address to listen on (default 127.0.0.1)')),
  DATA_DIR: z
    .string()
    .refine(canBeFolder)
    .default('./data')
    .meta(
      about(
        'a folder that PLP can write to',
        'embedded database, master key and mails without SMTP_URL (default ./data)',
      ),
    ),
  DATABASE_URL: oneOf(['postgres:', 'postgresql:'])
    .optional()
    .meta(
      about(
        'a postgres:// address of PostgreSQL 15 or later',
        'your own PostgreSQL 15 or later, postgres://…; unset: an embedded PostgreSQL 18 in DATA_DIR/postgres',
      ),
    ),
  // A cluster's address names several hosts, which URL refuses.
  EVENTSTORE_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/[^\s/]+/)
    .optional()
    .meta(
      about(
        'an esdb:// or kurrentdb:// address',
        'EventStoreDB or KurrentDB, esdb://… or kurrentdb://…; unset: the event log lives in Postgres',
      ),
    ),
  EVENTSTORE_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,40}$/)
    .default('plp')
    .meta(about('1 to 40 letters, digits, _ or -', "first part of every stream's name in EventStoreDB (default plp)")),
  MASTER_KEY: z
    .string()
    .refine((text) => /^[A-Za-z0-9+/_-]{43}=?$/.test(text))
    .optional()
    .meta(
      about(
        '32 bytes in base64 (openssl rand -base64 32)',
        'wraps the keys of personal data, 32 bytes in base64, the same on every node; unset: made once in DATA_DIR/master.key',
      ),
    ),
  ADMIN_USERNAME: z
    .string()
    .trim()
    .regex(/^(?!test_)[A-Za-z0-9_.-]{3,30}$/i)
    .default('admin')
    .meta(
      about(
        '3 to 30 letters, digits, _, - or ., not beginning with test_',
        'the first administrator, made where there is none (default admin)',
      ),
    ),
  ADMIN_PASSWORD: z
    .string()
    .min(6)
    .max(128)
    .optional()
    .meta(
      about('6 to 128 characters', 'their password; unset: a random one, printed until somebody has signed in with it'),
    ),
  FIXTURES: z
    .string()
    .refine(openable)
    .default('demo')
    .meta(
      about(
        'demo, football-data, or a file or http(s) address of a season in the football.json format that can be opened',
        'demo (default), a path or address of an openfootball football.json season, or football-data',
      ),
    ),
  FOOTBALL_DATA_TOKEN: z
    .string()
    .min(1)
    .optional()
    .meta(about('the token of a football-data.org account', 'token for FIXTURES=football-data')),
  NEWS: z
    .string()
    .refine((text) => text === 'club-news' || text === 'newsapi' || /^https?:\/\/[^\s]+$/i.test(text))
    .refine((text) => !text.includes('://') || URL.canParse(text))
    .default('club-news')
    .meta(
      about(
        'club-news, newsapi, or the http(s) address of an RSS or Atom feed',
        'club-news (default): stories written from what happens in the game; the address of an RSS or Atom feed, or newsapi',
      ),
    ),
  NEWSAPI_KEY: z
    .string()
    .regex(/^[\w-]{1,200}$/)
    .optional()
    .meta(about('the key of a newsapi.org account', 'key for NEWS=newsapi')),
  TESTIMONIALS_URL: oneOf(['http:', 'https:'])
    .optional()
    .meta(
      about(
        'the http(s) address of a JSON list of testimonials',
        'what the landing page quotes: a JSON list of { text, name, videoUrl }; unset: the game’s own words',
      ),
    ),
  PUBLIC_URL: oneOf(['http:', 'https:'])
    .transform((text) => text.replace(/\/+$/, ''))
    .refine((text) => URL.parse(text)?.origin === text.toLowerCase())
    .optional()
    .meta(
      about(
        'the http(s) address players use, without a path',
        'address players use, for links in mails, for what wallets sign and for the check of where a request comes from (default http://localhost:PORT)',
      ),
    ),
  SMTP_URL: oneOf(['smtp:', 'smtps:'])
    .optional()
    .meta(
      about(
        'an smtp:// or smtps:// address of a mail server',
        'mail server, smtp://user:password@host:587 or smtps://…; unset: each mail is a file in DATA_DIR/outbox',
      ),
    ),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^\s<>@"]+@[^\s<>@"]+|[^<>@"\r\n]+ <[^\s<>@"]+@[^\s<>@"]+>)$/)
    .optional()
    .meta(
      about(
        'an e-mail address, or a name with the address in angle brackets',
        'who mails come from, PLP <plp@example.org> (default PLP <no-reply@ the host of PUBLIC_URL>)',
      ),
    ),
  TESTING_TOOL: z
    .enum(['on', 'off'])
    .optional()
    .meta(
      about(
        'on or off',
        'whether administrators may simulate players and results on /testing and by npm run testing (default on, off when NODE_ENV=production)',
      ),
    ),
  TRUST_PROXY: z
    .string()
    .refine((text) => /^(true|false|\d{1,2})$/.test(text) || isProxyList(text))
    .optional()
    .meta(
      about(
        'addresses or ranges of your proxies with commas between, loopback, linklocal, uniquelocal, a number of hops, true or false',
        "Express's trust proxy: best the addresses of your proxies; unset: the peer is the client",
      ),
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/)
    .optional()
    .meta(
      about(
        '16 to 200 letters, digits or ._~+/=- (openssl rand -hex 32)',
        'what Prometheus sends as its bearer token to read /metrics; unset: only programs of this machine, without a proxy, read it',
      ),
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .optional()
    .meta(
      about(
        'fatal, error, warn, info, debug or trace',
        'how much is logged (default warn, info when NODE_ENV=production)',
      ),
    ),
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .optional()
    .meta(
      about('production for a public server; nothing, development or test elsewhere', 'production for a public server'),
    ),
})

type Variables = z.output<typeof schema>

const meta = (name: string): { takes: string; help: string } =>
  (schema.shape as Record<string, z.ZodType>)[name]!.meta() as { takes: string; help: string }

/**
 * Checks the environment. Empty variables count as unset. The problem is one line that names the variable and
 * what it takes; it never repeats the value, which may be a secret.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SettingsResult {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parsed = schema.safeParse(given)
  if (!parsed.success) {
    const name = String(parsed.error.issues[0]?.path[0])
    return { ok: false, problem: `${name} takes ${meta(name).takes}` }
  }
  const variables = parsed.data
  if (variables.FIXTURES === 'football-data' && !variables.FOOTBALL_DATA_TOKEN)
    return {
      ok: false,
      problem: 'FIXTURES=football-data needs FOOTBALL_DATA_TOKEN, the token of a football-data.org account',
    }
  if (variables.NEWS === 'newsapi' && !variables.NEWSAPI_KEY)
    return { ok: false, problem: 'NEWS=newsapi needs NEWSAPI_KEY, the key of a newsapi.org account' }
  return { ok: true, settings: settingsFrom(variables) }
}

function settingsFrom(variables: Variables): Settings {
  const production = variables.NODE_ENV === 'production'
  const publicUrl = variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`
  const trustProxy = trustProxyFrom(variables.TRUST_PROXY)
  return {
    production,
    port: variables.PORT,
    host: variables.HOST,
    dataDir: path.resolve(variables.DATA_DIR),
    databaseUrl: variables.DATABASE_URL ?? null,
    eventStoreUrl: variables.EVENTSTORE_URL ?? null,
    eventStorePrefix: variables.EVENTSTORE_PREFIX,
    masterKey: variables.MASTER_KEY ? Buffer.from(variables.MASTER_KEY, 'base64') : null,
    admin: { username: variables.ADMIN_USERNAME, password: variables.ADMIN_PASSWORD ?? null },
    fixtures: fixturesFrom(variables),
    news: newsFrom(variables),
    testimonialsUrl: variables.TESTIMONIALS_URL ?? null,
    publicUrl,
    smtpUrl: variables.SMTP_URL ?? null,
    mailFrom: variables.MAIL_FROM ?? `PLP <no-reply@${new URL(publicUrl).hostname}>`,
    testingTool: variables.TESTING_TOOL ? variables.TESTING_TOOL === 'on' : !production,
    trustProxy,
    metricsToken: variables.METRICS_TOKEN ?? null,
    logLevel: variables.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    warnings: warningsFor(trustProxy),
  }
}

function fixturesFrom({ FIXTURES, FOOTBALL_DATA_TOKEN }: Variables): FixtureSource {
  if (FIXTURES === 'demo') return { kind: 'demo' }
  if (FIXTURES === 'football-data') return { kind: 'football-data', token: FOOTBALL_DATA_TOKEN! }
  return /^https?:\/\//i.test(FIXTURES)
    ? { kind: 'url', url: FIXTURES }
    : { kind: 'file', path: path.resolve(FIXTURES) }
}

function newsFrom({ NEWS, NEWSAPI_KEY }: Variables): NewsSource {
  if (NEWS === 'club-news') return { kind: 'club-news' }
  return NEWS === 'newsapi' ? { kind: 'newsapi', key: NEWSAPI_KEY! } : { kind: 'feed', url: NEWS }
}

function trustProxyFrom(text: string | undefined): TrustProxy {
  if (text === undefined || text === 'false' || text === '0') return false
  if (text === 'true') return true
  if (/^\d+$/.test(text)) return Number(text)
  return text.split(',').map((entry) => entry.trim())
}

function warningsFor(trustProxy: TrustProxy): string[] {
  if (trustProxy === true)
    return [
      'TRUST_PROXY=true believes every X-Forwarded-For, so anybody can evade the lockout; name the addresses of your proxies instead',
    ]
  if (typeof trustProxy === 'number')
    return [
      'TRUST_PROXY as a number of hops is forged by whoever reaches the server past the proxy; name the addresses of your proxies instead',
    ]
  return []
}

/** The text of `npm start -- --help`. */
export function settingsHelp(): string {
  const names = Object.keys(schema.shape)
  const width = Math.max(...names.map((name) => name.length)) + 2
  const lines = names.map((name) => `  ${name.padEnd(width)}${meta(name).help}`)
  return ['Settings (environment variables; empty counts as unset):', '', ...lines, ''].join('\n')
}
