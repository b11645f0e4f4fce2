import path from 'node:path'
import { z } from 'zod'
import { areas } from './areas/index.ts'
import {
  type AreaSettings,
  about,
  BadSetting,
  type BaseSettings,
  type SettingsDeclaration,
  urlOf,
} from './kernel/setting.ts'
import { canBeFolder, isProxyList } from './setting-checks.ts'

/** Express's `trust proxy`: none, all, a number of hops, or a list of addresses, ranges and names. */
type TrustProxy = false | true | number | readonly string[]

/** Validated configuration of the process. */
export interface Settings extends BaseSettings {
  readonly port: number
  readonly host: string
  /** `null`: the embedded server. */
  readonly databaseUrl: string | null
  /** `null`: the event log is stored in PostgreSQL. */
  readonly eventStoreUrl: string | null
  readonly eventStorePrefix: string
  /** 32 bytes; `null`: stored in `DATA_DIR/master.key`. */
  readonly masterKey: Buffer | null
  /** Settings of areas, read with `settingsOf`. */
  readonly areas: AreaSettings
  /** Origin of `PUBLIC_URL` if set: writes from other origins are then refused. */
  readonly onlyOrigin: string | undefined
  readonly trustProxy: TrustProxy
  /** `null`: only programs on this machine may read metrics. */
  readonly metricsToken: string | null
  readonly logLevel: string
  /** Warnings about settings that are allowed but not recommended, logged at start. */
  readonly warnings: readonly string[]
}

type SettingsResult =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly problem: string }

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
  DATABASE_URL: urlOf(['postgres:', 'postgresql:'])
    .optional()
    .meta(
      about(
        'a postgres:// address of PostgreSQL 15 or later',
        'your own PostgreSQL 15 or later, postgres://…; unset: an embedded PostgreSQL 18 in DATA_DIR/postgres',
      ),
    ),
  // A cluster address has several hosts, which URL refuses.
  EVENTSTORE_URL: z
    .string()
    .regex(/^(esdb|kurrentdb)(\+discover)?:\/\/[^\s/]+/)
    .optional()
    .meta(
      about(
        'an esdb:// or kurrentdb:// address',
        'EventStoreDB or KurrentDB, esdb://… or kurrentdb://…; unset: the event log is stored in PostgreSQL',
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
        'wraps the keys of personal data, 32 bytes in base64, the same on every node; unset: created in DATA_DIR/master.key',
      ),
    ),
  PUBLIC_URL: urlOf(['http:', 'https:'])
    .transform((text) => text.replace(/\/+$/, ''))
    .refine((text) => URL.parse(text)?.origin === text.toLowerCase())
    .optional()
    .meta(
      about(
        'the http(s) address players use, without a path',
        'public address, for links in mails, wallet signatures, passkeys and the origin check of requests (default http://localhost:PORT)',
      ),
    ),
  TRUST_PROXY: z
    .string()
    .refine((text) => /^(true|false|\d{1,2})$/.test(text) || isProxyList(text))
    .optional()
    .meta(
      about(
        'addresses or ranges of your proxies with commas between, loopback, linklocal, uniquelocal, a number of hops, true or false',
        "Express's trust proxy, preferably the addresses of your proxies; unset: the peer is the client",
      ),
    ),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/)
    .optional()
    .meta(
      about(
        '16 to 200 letters, digits or ._~+/=- (openssl rand -hex 32)',
        'bearer token that Prometheus sends to read /metrics; unset: only programs on this machine, without a proxy, can read it',
      ),
    ),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace'])
    .optional()
    .meta(
      about('fatal, error, warn, info, debug or trace', 'log level (default warn, or info when NODE_ENV=production)'),
    ),
  NODE_ENV: z
    .enum(['production', 'development', 'test'])
    .optional()
    .meta(
      about('production for a public server; unset, development or test elsewhere', 'production for a public server'),
    ),
})

const declared: readonly SettingsDeclaration[] = areas.flatMap((area) => area.settings ?? [])
const variables: Readonly<Record<string, z.ZodType>> = Object.assign(
  { ...schema.shape },
  ...declared.map((each) => each.variables),
)

const meta = (name: string) => variables[name]!.meta() as ReturnType<typeof about>

/**
 * Validates the environment. Empty variables count as unset. The problem is one line with the variable and its valid values. It never
 * contains the value, which may be a secret.
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>): SettingsResult {
  const present = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ''))
  const parse = <T>(schema: z.ZodType<T>): T => {
    const parsed = schema.safeParse(present)
    if (parsed.success) return parsed.data
    const name = String(parsed.error.issues[0]?.path[0])
    throw new BadSetting(`${name} takes ${meta(name).accepts}`)
  }
  try {
    const core = coreFrom(parse(schema))
    const areas = new Map(declared.map((each) => [each, each.read(parse(z.object(each.variables)), core)]))
    return { ok: true, settings: { ...core, areas } }
  } catch (error) {
    if (error instanceof BadSetting) return { ok: false, problem: error.message }
    throw error
  }
}

/** Checks settings against files. Rejects with `BadSetting`. */
export async function checkSettings({ areas }: Settings): Promise<void> {
  for (const each of declared) await each.check?.(areas.get(each))
}

function coreFrom(variables: z.output<typeof schema>): Omit<Settings, 'areas'> {
  const production = variables.NODE_ENV === 'production'
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
    publicUrl: variables.PUBLIC_URL ?? `http://localhost:${variables.PORT}`,
    onlyOrigin: variables.PUBLIC_URL && new URL(variables.PUBLIC_URL).origin,
    trustProxy,
    metricsToken: variables.METRICS_TOKEN ?? null,
    logLevel: variables.LOG_LEVEL ?? (production ? 'info' : 'warn'),
    warnings: warningsFor(trustProxy),
  }
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
      'TRUST_PROXY=true trusts every X-Forwarded-For header, so any client can evade the lockout; list the addresses of your proxies instead',
    ]
  if (typeof trustProxy === 'number')
    return [
      'TRUST_PROXY as a number of hops can be forged by clients that bypass the proxy; list the addresses of your proxies instead',
    ]
  return []
}

/** The text of `npm start -- --help`. */
export function settingsHelp(): string {
  const names = Object.keys(variables)
  const width = Math.max(...names.map((name) => name.length)) + 2
  const lines = names.map((name) => `  ${name.padEnd(width)}${meta(name).help}`)
  return ['Settings (environment variables; empty counts as unset):', '', ...lines, ''].join('\n')
}
