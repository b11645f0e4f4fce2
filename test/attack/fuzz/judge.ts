import { fileURLToPath } from 'node:url'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { missingHeaders } from '../headers.ts'
import type { Answer } from '../http.ts'
import { nameOf, type OpenApi, type Schema } from './operations.ts'
import type { FuzzRequest } from './requests.ts'
import { UNKNOWN } from './values.ts'

/** Data that is hidden from some or all readers: it may not appear in their responses. */
export interface Secrets {
  /** In no response: join codes, messages and picks of people unknown to all actors of the fuzz. */
  readonly fromAll: readonly string[]
  /** In the responses of administrators only. */
  readonly fromPlayers: readonly string[]
  /** A user whose predictions are hidden from all others. */
  readonly hiddenUserId: number
}

/** Faults of a response, a line each; empty if it has none. */
export type Judge = (request: FuzzRequest, actorId: number | null, answer: Answer) => readonly string[]

/**
 * Statuses that the server may return before it has found the route: an unreadable body, an invalid address, too many
 * requests.
 */
const BEFORE_ANY_CALL = [400, 403, 404, 405, 413, 415, 429, 431]

const PICTURE_KEPT = 'private, max-age=31536000, immutable'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const INSIDES = [
  /\bat \S+ \(?(file:|node:|\/)/,
  /node_modules|node:internal/,
  /\.(ts|js|mjs):\d+/,
  /\b(select|insert into|update|delete from)\b.{1,200}\b(from|values|set|where)\b/i,
  /relation "|column "|syntax error at|duplicate key|violates|pg_|ECONN|ENOENT/,
  /\b(Type|Reference|Range|Syntax)Error\b/,
]
const SECRET_FIELD = /^(password|passwordHash|password_hash|hash|secret|securityAnswer|sessionId|token_hash)$/i

export function createJudge({ components }: OpenApi, secrets: Secrets): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: false, validateFormats: false })
  const compiled = new Map<Schema, ValidateFunction>()
  const faultOf = (schema: Schema, value: unknown): string | null => {
    let validate = compiled.get(schema)
    if (!validate) {
      validate = ajv.compile({ ...schema, components })
      compiled.set(schema, validate)
    }
    return validate(value) ? null : ajv.errorsText(validate.errors, { dataVar: 'answer' })
  }
  const problem = components.schemas.Problem!

  return (request, actorId, answer) => {
    const { operation, role } = request
    const { status, headers, text } = answer
    if (status === 0) return [`no answer: ${text}`]
    const faults: string[] = []
    const isSuccess = status >= 200 && status < 300
    const isOwnMethod = request.method === operation.method
    if (status >= 500 && status !== 503) faults.push(`status ${status}`)
    if ((status === 503 || status === 429) && !(Number(headers['retry-after']) > 0))
      faults.push(`${status} without Retry-After`)
    const isPicture = isSuccess && headers['content-type']?.startsWith('image/') === true
    // A picture frames nothing and runs nothing. Browsers cache it, as another picture gets another address.
    const lacking = missingHeaders(headers).filter((name) => !isPicture || name !== 'content-security-policy')
    if (lacking.length > 0) faults.push(`${status} lacks ${lacking.join(', ')}`)
    const expected = isPicture ? PICTURE_KEPT : headers.etag === undefined ? 'no-store' : 'private, no-cache'
    if (operation.path.startsWith('/api') && headers['cache-control'] !== expected)
      faults.push(`${status} without ${expected}`)

    const declared = isOwnMethod ? operation.responses[String(status)] : undefined
    if (!declared && (isSuccess ? isOwnMethod : !BEFORE_ANY_CALL.includes(status)))
      faults.push(`status ${status}, which the document does not name`)
    if (isSuccess && role === 'stranger' && operation.access !== 'public') faults.push(`${status} for a stranger`)
    if (isSuccess && role !== 'administrator' && operation.access === 'admin') faults.push(`${status} for a ${role}`)
    if (request.isForeign && isOwnMethod && status !== 403) faults.push(`${status} for a write from another site`)

    const type = headers['content-type']?.split(';')[0] ?? ''
    if (isSuccess && declared) faults.push(...unlike(declared, type, text, faultOf))
    if (status >= 400 && type !== Object.keys(declared ?? {})[0] && type !== 'application/problem+json')
      faults.push(`${status} of type ${type || 'none'}`)
    else if (status >= 400) {
      const said = jsonOf(text)
      const fault = faultOf(declared?.[type] ?? problem, said)
      if (fault) faults.push(`${status}: ${fault}`)
      else if (type === 'application/problem+json' && (said as { status: number }).status !== status)
        faults.push(`${status} whose problem says ${(said as { status: number }).status}`)
      // Compared in readable form: JSON escapes the quotes of a sentence.
      const sentences = text.replaceAll('\\', '')
      const inside = INSIDES.find((pattern) => pattern.test(sentences))
      if (inside || text.includes(root)) faults.push(`${status} shows the insides: ${inside ?? root}`)
    }
    if (text.includes(UNKNOWN) && operation.path.startsWith('/api'))
      faults.push(`${status} gives an unknown key or its value back`)
    return [...faults, ...leaksOf(answer, request, actorId, secrets)]
  }
}

function unlike(
  declared: Readonly<Record<string, Schema>>,
  type: string,
  text: string,
  faultOf: (schema: Schema, value: unknown) => string | null,
): string[] {
  const types = Object.keys(declared)
  if (types.length === 0) return text === '' ? [] : ['a body where the document names none']
  if (!types.includes(type)) return [`a success of type ${type || 'none'}`]
  if (type !== 'application/json') return []
  const fault = faultOf(declared[type]!, jsonOf(text))
  return fault ? [`a success unlike its schema: ${fault}`] : []
}

/** These responses belong to the user who signs in, independent of the sender's session. */
const SIGNS_IN = ['/api/login', '/api/register', '/api/auth/passkey']

/** Data in a response that its reader may not know. */
function leaksOf(
  { text }: Answer,
  { role, operation }: FuzzRequest,
  actorId: number | null,
  secrets: Secrets,
): string[] {
  const hidden = role === 'administrator' ? secrets.fromAll : [...secrets.fromAll, ...secrets.fromPlayers]
  const leaks = hidden.filter((secret) => text.includes(secret)).map((secret) => `tells the secret ${secret}`)
  if (text.includes('$argon2')) leaks.push('tells the hash of a password')
  for (const [key, value, owner] of fieldsOf(jsonOf(text))) {
    if (SECRET_FIELD.test(key)) leaks.push(`tells a ${key}`)
    if (key === 'joinCode' && owner.isMember !== true) leaks.push('tells a join code to somebody who is no member')
    if (key === 'predictedResult' && owner.userId === secrets.hiddenUserId)
      leaks.push('tells the pick of somebody else')
    const isOwn = owner.id === actorId || SIGNS_IN.includes(operation.path)
    if (key === 'lastLoginAt' && value !== null && role !== 'administrator' && !isOwn)
      leaks.push('tells the last login of somebody else')
  }
  return [...new Set(leaks)]
}

type Field = readonly [key: string, value: unknown, owner: Readonly<Record<string, unknown>>]

/** Every field of every object in a value. */
function fieldsOf(whole: unknown): readonly Field[] {
  const fields: Field[] = []
  const left: unknown[] = [whole]
  for (let each = left.pop(); each !== undefined || left.length > 0; each = left.pop()) {
    if (Array.isArray(each)) left.push(...each)
    else if (typeof each === 'object' && each !== null)
      for (const [key, value] of Object.entries(each)) {
        fields.push([key, value, each as Record<string, unknown>])
        left.push(value)
      }
  }
  return fields
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Groups equal faults: the call and the kind, without varying details. */
export const faultKey = ({ operation }: FuzzRequest, fault: string): string => `${nameOf(operation)}: ${fault}`
