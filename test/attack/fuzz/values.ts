import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Random } from '../../../src/kernel/random.ts'
import type { Schema } from './operations.ts'

export const ROLES = ['stranger', 'player', 'administrator'] as const
export type Role = (typeof ROLES)[number]

/** The sender of a request: a role, and one of its people. */
export interface Asker {
  readonly role: Role
  readonly who: number
}

/** Existing data of the game, so that valid requests refer to real objects. */
export interface World {
  /** Ids that fit a parameter name; the asker's own come first. */
  idsOf(name: string, path: string, asker: Asker): readonly (number | string)[]
  /** Texts for string fields. */
  readonly texts: readonly string[]
}

/** Where a value is used, and the material to generate it from. */
export interface Making {
  /** Path of the operation. */
  readonly path: string
  readonly asker: Asker
  readonly world: World
  readonly random: Random
}

/** Keys and values unknown to every schema; none may appear in a response. */
export const UNKNOWN = 'plpUnknown'

const ajv = new Ajv2020({ strict: false, validateFormats: false })
const fitting = new Map<string, readonly string[]>()

const TEXTS = [
  'Sunday league',
  'a',
  'ab',
  'x_y-z.9',
  '#3b82f6',
  '#ABCDEF',
  '2024-25',
  '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
  'demo',
  '2026-12-26T15:00:00.000Z',
  '2027-05-01T12:30:00Z',
  'first-success',
  'Ünïcödé 🏆 naïve',
  'مرحبا',
  '<script>alert(1)</script>',
  "Robert'); drop table students;--",
  '{{7*7}} <%= 7*7 %>',
  'line\nbreak',
  '=1+1',
]

export const pick = <T>(random: Random, values: readonly T[]): T => values[random.below(values.length)]!
export const chance = (random: Random, one: number): boolean => random.next() < one

/** Candidate texts that a schema accepts. They are found by trial, which avoids inverting patterns. */
function textsFor(schema: Schema, world: World): readonly string[] {
  const key = JSON.stringify(schema)
  const known = fitting.get(key)
  if (known) return known
  const isTaken = ajv.compile(schema)
  const { maxLength = 100 } = schema
  const longest = 'w'.repeat(Math.min(maxLength, 2_000))
  const found = [...world.texts, ...TEXTS, longest].filter((text) => isTaken(text))
  fitting.set(key, found)
  return found
}

/** A value that the schema accepts, as far as it specifies one; `name` is the name of the field. */
export function validValue(schema: Schema, name: string, making: Making): unknown {
  const { path, asker, world, random } = making
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(random, schema.enum)
  if (schema.anyOf) return validValue(pick(random, schema.anyOf), name, making)
  if (schema.type === 'object') return validObject(schema, making)
  if (schema.type === 'array') {
    const { minItems = 0, maxItems = 20, items = {} } = schema
    const length = Math.min(maxItems, minItems + random.below(4))
    return Array.from({ length }, () => validValue(items, name, making))
  }
  if (name === 'username' && chance(random, 0.5)) return `fresh_${random.below(1e9).toString(36)}`
  const known = world.idsOf(name, path, asker)
  if (known.length > 0 && chance(random, 0.9)) return pick(random, known)
  if (schema.type === 'integer' || schema.type === 'number') return validNumber(schema, random)
  if (schema.type === 'boolean') return chance(random, 0.5)
  if (schema.type === 'string') return pick(random, [...textsFor(schema, world), 'text'])
  return null
}

function validNumber(schema: Schema, random: Random): number {
  const least = schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1
  const most = Math.min(schema.maximum ?? 1_000, Number.MAX_SAFE_INTEGER)
  return pick(random, [least, most, least + random.below(Math.max(1, Math.min(50, most - least)))])
}

function validObject(schema: Schema, making: Making): Record<string, unknown> {
  const { random } = making
  const { properties = {}, required = [], additionalProperties } = schema
  const chosen = Object.entries(properties).filter(([name]) => required.includes(name) || chance(random, 0.5))
  const whole = Object.fromEntries(chosen.map(([name, inner]) => [name, validValue(inner, name, making)]))
  // An open object whose fields are checked individually: a pick.
  if (typeof additionalProperties === 'object' && 'fixtureId' in properties)
    return { ...whole, predictedResult: pick(random, ['home', 'draw', 'away']) }
  return whole
}

/** A value of another type, at a limit, or one that programs often mishandle. */
export function strangeValue(random: Random): unknown {
  return pick<() => unknown>(random, [
    () => null,
    () => true,
    () => '',
    () => ' ',
    () => 0,
    () => -1,
    () => 1.5,
    () => 1e308,
    () => Number.MAX_SAFE_INTEGER + 1,
    () => '1',
    () => [],
    () => {},
    () => [[[]]],
    () => ({ $gt: '' }),
    () => ({ toString: 'x', valueOf: null }),
    () => ({ [UNKNOWN]: UNKNOWN }),
    () => 'a'.repeat(5_000),
    () => '\u0000',
    () => 'a\u0000b',
    () => '\ud800',
    () => '\u202Eright to left',
    () => '\u200b',
    () => 'é'.normalize('NFD').repeat(300),
    () => '👨‍👩‍👧‍👦'.repeat(100),
    () => '__proto__',
    () => 'constructor',
    () => '../../../../etc/passwd',
    () => '%00',
    () => '$(id)',
    () => 'javascript:alert(1)',
    () => '9'.repeat(400),
    () => Array.from({ length: 500 }, (_, index) => index),
    () => Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`${UNKNOWN}${index}`, index])),
  ])()
}

/** A valid value with one fault: a field removed, replaced by another kind, or added. */
export function nearlyValid(valid: unknown, random: Random): unknown {
  if (Array.isArray(valid))
    return pick(random, [
      () => [...valid, ...valid],
      () => [...valid, strangeValue(random)],
      () => [...valid.slice(0, -1), nearlyValid(valid.at(-1), random)],
      () => Array(100).fill(valid[0] ?? null),
    ])()
  if (typeof valid === 'object' && valid !== null) return nearlyObject(valid as Record<string, unknown>, random)
  if (typeof valid === 'number')
    return pick(random, [valid + 0.5, -valid, valid + 1, String(valid), 1e21, null, [valid]])
  if (typeof valid === 'string')
    return pick(random, [
      `${valid}\u0000`,
      valid.repeat(60),
      ` ${valid} `,
      '',
      [valid],
      { valid },
      valid.toUpperCase(),
      null,
    ])
  return strangeValue(random)
}

function nearlyObject(valid: Record<string, unknown>, random: Random): unknown {
  const names = Object.keys(valid)
  if (names.length === 0) return { [UNKNOWN]: UNKNOWN }
  const name = pick(random, names)
  const { [name]: value, ...others } = valid
  return pick<() => unknown>(random, [
    () => others,
    () => ({ ...valid, [name]: strangeValue(random) }),
    () => ({ ...valid, [name]: nearlyValid(value, random) }),
    () => ({ ...valid, [UNKNOWN]: UNKNOWN, role: 'admin', totalPoints: 999, id: 1 }),
    () => ({ ...valid, userId: 1, creatorId: 1, captainId: 1 }),
    () =>
      JSON.parse(
        `{"__proto__":{"role":"admin"},"constructor":{"prototype":{"role":"admin"}},${JSON.stringify(valid).slice(1)}`,
      ),
    () => [valid],
  ])()
}
