import * as z from 'zod/mini'
import type { EventDeclarations, TestCall, TestEvent } from '../kernel/declared-events.ts'
import type { RouteDefinition } from '../slice/route.ts'
import { nameLike } from './names.ts'

type Shape = Readonly<Record<string, z.ZodMiniType>>
/** The parts of a JSON schema that are read here. */
interface Json {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly anyOf?: readonly Json[]
  readonly items?: Json
  readonly properties?: Readonly<Record<string, Json>>
  readonly required?: readonly string[]
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly minItems?: number
  readonly maxItems?: number
}

/** A call with its route and accepted fields: those of the path, under the names of the call, and those of the body. */
export interface KnownCall {
  readonly call: TestCall
  readonly route: RouteDefinition
  readonly path: Shape
  readonly body: Shape
}

/** Body fields of the acting player, which `as` replaces here. */
const ACTING = ['userId', 'creatorId', 'captainId']

const shapeOf = (schema: unknown): Shape => (schema as { shape?: Shape } | undefined)?.shape ?? {}

/** Returns a call with its route and fields. Throws if there is no such route. */
export function knownCall(call: TestCall, routes: readonly RouteDefinition[]): KnownCall {
  const route = routes.find(({ method, path }) => method === call.method && path === call.path)
  if (!route) throw new Error(`no route ${call.method} ${call.path}`)
  const path = Object.entries(shapeOf(route.params)).map(([name, schema]) => [call.names?.[name] ?? name, schema])
  const isAccepted = (name: string) => call.accepts?.includes(name) ?? !ACTING.includes(name)
  const body = Object.entries(shapeOf(route.body)).filter(([name]) => isAccepted(name))
  return { call, route, path: Object.fromEntries(path), body: Object.fromEntries(body) }
}

/** Path field of a player; if it is omitted, the acting player is meant. */
export const SELF = 'userId'

/** Returns lines for the terminal: events that can be emitted, with their fields, then the others, with the reason. */
export function testEventList(events: EventDeclarations, routes: readonly RouteDefinition[]): readonly string[] {
  const entries = Object.entries(events).map(([type, { test }]) => [type, test] as const)
  const emitted = entries.flatMap(([type, testEvent]) => {
    if (testEvent.by === null) return []
    const ways = waysOf(testEvent, routes)
    return [type, ...ways.flatMap((way, nth) => [...(nth > 0 ? ['  or'] : []), ...way.map((line) => `  ${line}`)])]
  })
  const reasons = Map.groupBy(entries, ([, { by, ...more }]) => (by === null && 'why' in more ? more.why : null))
  const others = [...reasons].flatMap(([why, those]) =>
    why === null ? [] : [`Not emitted (${why}):`, `  ${those.map(([type]) => type).join(', ')}`],
  )
  return [...emitted, '', ...others]
}

function waysOf(testEvent: Exclude<TestEvent, { by: null }>, routes: readonly RouteDefinition[]): string[][] {
  if (testEvent.by !== 'player') return [fieldLines(testEvent.fields.shape as Shape)]
  return testEvent.calls.map((call) => {
    const { path, body } = knownCall(call, routes)
    return fieldLines({ ...path, ...body }, call.needs, SELF in path ? [SELF] : [])
  })
}

function fieldLines(shape: Shape, needs: readonly string[] = [], optional: readonly string[] = []): string[] {
  const { properties = {}, required = [] } = z.toJSONSchema(z.object(shape as Record<string, z.ZodMiniType>), {
    io: 'input',
    unrepresentable: 'any',
  }) as Json
  return Object.entries(properties).map(([name, json]) => {
    const isNeeded = needs.includes(name) || (required.includes(name) && !optional.includes(name))
    const like = nameLike(name)
    return `${name}${isNeeded ? '' : '?'}: ${textOf(json)}${like ? `, or ${like}` : ''}`
  })
}

/** Describes the values of a JSON schema. */
function textOf(json: Json): string {
  if (json.enum) return json.enum.map((each) => JSON.stringify(each)).join(' | ')
  if (json.anyOf) return json.anyOf.map(textOf).join(' | ')
  switch (json.type) {
    case 'integer':
    case 'number':
      return `whole number${boundsOf(json.minimum, json.maximum)}`
    case 'string':
      return `text${boundsOf(json.minLength, json.maxLength)}`
    case 'boolean':
      return 'true | false'
    case 'array':
      return `list${boundsOf(json.minItems, json.maxItems)}: ${textOf(json.items ?? {})}`
    default:
      return String(json.type)
  }
}

/** Describes the bounds of a schema, except those of all safe integers. */
function boundsOf(min: number | undefined, max: number | undefined): string {
  const [from, to] = [min, max].map((each) =>
    Number.isSafeInteger(each) && Math.abs(each!) < Number.MAX_SAFE_INTEGER ? each : undefined,
  )
  if (from !== undefined && to !== undefined) return ` (${from} to ${to})`
  if (to !== undefined) return ` (at most ${to})`
  return from === undefined ? '' : ` (at least ${from})`
}
