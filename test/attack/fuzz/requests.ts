import { createRandom, type Random } from '../../../src/kernel/random.ts'
import { nameOf, type Operation, type Parameter } from './operations.ts'
import {
  type Asker,
  chance,
  type Making,
  nearlyValid,
  pick,
  ROLES,
  type Role,
  strangeValue,
  UNKNOWN,
  validValue,
  type World,
} from './values.ts'

/** A request generated from the document. */
export interface FuzzRequest extends Asker {
  readonly operation: Operation
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer | undefined
  /** Sent with another site's origin, which the server must refuse. */
  readonly isForeign: boolean
}

/** Calls that cost a hash or rebuild a read model. They are sent less often, to leave time for the others. */
const COSTLY = /^POST \/api\/(register|login|user\/password|admin\/(projections|achievements))/
const COSTLY_SHARE = 0.3
const LARGE = 150_000
const DEEP = 20_000

/**
 * Roles that send a call, mostly those with access: a refusal for the role reveals nothing of the code after the check.
 */
const ASKERS: Readonly<Record<Operation['access'], readonly Role[]>> = {
  public: ROLES,
  user: ['stranger', 'player', 'player', 'player', 'player', 'player', 'player', 'administrator', 'administrator'],
  admin: ['stranger', 'player', 'administrator', 'administrator', 'administrator', 'administrator', 'administrator'],
}

/** How closely a request follows the document. */
type Manner = 'valid' | 'nearly' | 'absurd'

/** The nth request of a seed; deterministic for seed, document and world. */
export function createRequests(seed: string, operations: readonly Operation[], world: World) {
  const described = new Set(operations.map(nameOf))
  const anotherMethod = ({ method, path }: Operation, random: Random): string =>
    pick(
      random,
      ['PUT', 'PATCH', 'DELETE', 'POST'].filter(
        (other) => !described.has(nameOf({ method: other, path })) || other === method,
      ),
    )
  return (n: number): FuzzRequest => {
    const random = createRandom(`${seed} ${n}`)
    const operation = chosen(operations, random)
    const asker = { role: pick(random, ASKERS[operation.access]), who: random.below(1_000) }
    const making = { path: operation.path, asker, world, random }
    const manner: Manner = pick(random, ['valid', 'valid', 'valid', 'nearly', 'nearly', 'absurd'])
    const isForeign = operation.method !== 'GET' && chance(random, 0.02)
    const path = pathOf(operation, manner, making)
    const { body, type } = bodyOf(operation, manner, making)
    return {
      operation,
      ...asker,
      method: manner === 'absurd' && chance(random, 0.05) ? anotherMethod(operation, random) : operation.method,
      path,
      headers: { ...(type === undefined ? {} : { 'content-type': type }), ...headersOf(operation, isForeign, random) },
      body,
      isForeign,
    }
  }
}

function chosen(operations: readonly Operation[], random: Random): Operation {
  for (;;) {
    const operation = pick(random, operations)
    if (!COSTLY.test(nameOf(operation)) || chance(random, COSTLY_SHARE)) return operation
  }
}

function headersOf({ access }: Operation, isForeign: boolean, random: Random): Record<string, string> {
  const keys = ['k1', 'k2', `k${random.below(1_000)}`, 'k'.repeat(200), 'k'.repeat(201), ' ', "k'--"]
  return {
    ...(isForeign ? { origin: 'https://evil.example' } : {}),
    ...(access !== 'public' && chance(random, 0.1) ? { 'idempotency-key': pick(random, keys) } : {}),
    ...(chance(random, 0.05)
      ? { 'x-request-id': pick(random, ['short', 'a'.repeat(64), 'a b c d e f g h', UNKNOWN.padEnd(100, '!')]) }
      : {}),
    ...(chance(random, 0.05) ? { accept: pick(random, ['*/*', 'text/html', 'nonsense', 'application/xml;q=2']) } : {}),
  }
}

const STRANGE_PARTS = [
  '0',
  '-1',
  '1.5',
  '1e3',
  '01',
  '+1',
  '0x10',
  'NaN',
  '2147483648',
  '9007199254740993',
  '9'.repeat(60),
  'a'.repeat(3_000),
  '%00',
  '%ff',
  '%',
  '%2e%2e',
  '%2f%2e%2e%2f',
  '%F0%9F%8F%86',
  '%ED%A0%80',
  '__proto__',
  'constructor',
  '{id}',
  "1'--",
  '1;select%201',
  '[object%20Object]',
  '*',
  '~',
]

function pathOf(operation: Operation, manner: Manner, making: Making): string {
  const { random } = making
  const of = (place: Parameter['in']) => operation.parameters.filter((each) => each.in === place)
  const isStrange = () => manner === 'absurd' || (manner === 'nearly' && chance(random, 0.3))
  const valid = ({ schema, name }: Parameter) => encodeURIComponent(String(validValue(schema, name, making)))
  const path = of('path').reduce(
    (whole, parameter) =>
      whole.replace(`{${parameter.name}}`, () => (isStrange() ? pick(random, STRANGE_PARTS) : valid(parameter))),
    operation.path,
  )
  const query = of('query').flatMap((parameter) => {
    if (!parameter.required && chance(random, 0.4)) return []
    return isStrange() ? strangeQuery(parameter.name, random) : [`${parameter.name}=${valid(parameter)}`]
  })
  if (manner !== 'valid' && chance(random, 0.2)) query.push(`${UNKNOWN}=${UNKNOWN}`, 'role=admin')
  if (manner === 'absurd' && chance(random, 0.1)) return `${path}/?${query.join('&')}`
  return query.length > 0 ? `${path}?${query.join('&')}` : path
}

function strangeQuery(name: string, random: Random): string[] {
  const part = pick(random, STRANGE_PARTS)
  return pick(random, [
    [`${name}=${part}`],
    [`${name}=1`, `${name}=2`],
    [`${name}[]=1`],
    [`${name}[a]=1`],
    [`${name}`],
    [`${name}=`],
    [`__proto__[x]=1`, `${name}=${part}`],
    [`${name}=1&`.repeat(300)],
  ])
}

function bodyOf(operation: Operation, manner: Manner, making: Making) {
  const { random } = making
  const json = 'application/json'
  const text = (value: unknown): string => JSON.stringify(value) ?? 'null'
  if (operation.method === 'GET' || (!operation.body && chance(random, 0.7)))
    return { body: undefined, type: undefined }
  const valid = operation.body ? validValue(operation.body, '', making) : {}
  if (manner === 'valid') return { body: Buffer.from(text(valid)), type: json }
  if (manner === 'nearly') return { body: Buffer.from(text(nearlyValid(valid, random))), type: json }
  return pick<() => { body: Buffer | undefined; type: string | undefined }>(random, [
    () => ({ body: Buffer.from(text(strangeValue(random))), type: json }),
    () => ({ body: undefined, type: undefined }),
    () => ({ body: undefined, type: json }),
    () => ({ body: Buffer.from(''), type: json }),
    () => ({ body: Buffer.from(text(valid)), type: 'text/plain' }),
    () => ({ body: Buffer.from('username=admin&password=x'), type: 'application/x-www-form-urlencoded' }),
    () => ({ body: Buffer.from(text(valid)), type: 'application/json; charset=utf-7' }),
    () => ({ body: Buffer.from(text(valid)), type: undefined }),
    () => ({ body: Buffer.from(text(valid).slice(0, -1)), type: json }),
    () => ({ body: Buffer.from([0xff, 0xfe, 0x7b, 0x7d]), type: json }),
    () => ({ body: Buffer.from(`\ufeff${text(valid)}`), type: json }),
    () => ({ body: Buffer.from(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`), type: json }),
    () => ({ body: Buffer.from(`${'{"a":'.repeat(DEEP / 2)}1${'}'.repeat(DEEP / 2)}`), type: json }),
    () => ({ body: Buffer.from(`{"${UNKNOWN}${'k'.repeat(90_000)}":"${UNKNOWN}"}`), type: json }),
    () => ({ body: Buffer.from(text({ ...Object(valid), [UNKNOWN]: 'x'.repeat(LARGE) })), type: json }),
    () => ({
      body: Buffer.from(text(valid).replace('{', '{"userId":1,"userId":2,"__proto__":{"role":"admin"},')),
      type: json,
    }),
    () => ({ body: Buffer.from(text(valid).replace(/\d+/g, '1e999')), type: json }),
    () => ({ body: Buffer.from(text(nearlyValid(nearlyValid(valid, random), random))), type: json }),
  ])()
}
