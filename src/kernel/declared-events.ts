import type * as z from 'zod/mini'
import type { PersonalFields } from './command-handler.ts'
import type { Event } from './event.ts'

/** Pure: the data of one version to the data of the next. */
export type Upcaster = (data: unknown) => unknown

/** A call of the API that a tester's event stands for. It is checked and decided like a player's. */
export interface TestCall {
  readonly method: 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  /** Names of path parameters in the event, where `id` alone would be ambiguous. */
  readonly names?: Readonly<Record<string, string>>
  /** Fields of the body that concern this event, where the call has others as well. */
  readonly accepts?: readonly string[]
  /** Optional fields of the call that the event requires. */
  readonly needs?: readonly string[]
  /** Constant fields of the body. */
  readonly sends?: Readonly<Record<string, unknown>>
}

/** How a tester emits an event (`npm run emit`), or the reason why it cannot be emitted. */
export type TestEvent =
  | { readonly by: 'player'; readonly calls: readonly [TestCall, ...TestCall[]] }
  | { readonly by: 'accounts'; readonly does: 'register' | 'delete'; readonly fields: z.ZodMiniObject }
  | { readonly by: 'source'; readonly report: SourceReport; readonly fields: z.ZodMiniObject }
  | { readonly by: null; readonly why: string }

/** A report of the source of fixtures about one match. */
export type SourceReport =
  | 'rescheduled'
  | 'moved'
  | 'postponed'
  | 'cancelled'
  | 'started'
  | 'finished'
  | 'abandoned'
  | 'awarded'

/** The event follows from a report of the source of fixtures with these fields. */
export const bySource = (report: SourceReport, fields: z.ZodMiniObject): TestEvent => ({ by: 'source', report, fields })

type Endpoint = `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`

/** A tester emits the event through this call of the API. */
export function byCall(endpoint: Endpoint, more: Omit<TestCall, 'method' | 'path'> = {}): TestEvent {
  return { by: 'player', calls: [callOf(endpoint, more)] }
}

/** The same for an event that several calls lead to: the first whose fields were given is used. */
export const byCalls = (...calls: readonly [TestCall, ...TestCall[]]): TestEvent => ({ by: 'player', calls })

export function callOf(endpoint: Endpoint, more: Omit<TestCall, 'method' | 'path'> = {}): TestCall {
  const [method, path] = endpoint.split(' ') as [string, string]
  return { method: method.toLowerCase() as TestCall['method'], path, ...more }
}

const notEmitted = (why: string): TestEvent => ({ by: null, why })
export const byGame = notEmitted('the game says it by itself')
export const byAdministrator = notEmitted('only an administrator can bring it about')
export const bySeason = notEmitted('it comes with a season: npm run import')
export const bySecret = notEmitted('it takes a secret that only its player has')
export const byPicture = notEmitted('it takes a picture')

interface EventOptions<Data> {
  /** Fields that no personal copy contains: secrets, and the ids of others who acted on what is the person's. */
  readonly secret?: readonly (keyof Data & string)[]
  /** Fields encrypted with the key of a person (the field with their id), or of the day (`$day`, for addresses). */
  readonly encrypted?: {
    readonly subject: (keyof Data & string) | '$day'
    readonly fields: readonly (keyof Data & string)[]
  }
  /** From version 1 to 2, from 2 to 3, and so on. Today's version is one more than their number. */
  readonly upcasters?: readonly Upcaster[]
  readonly test: TestEvent
  /** A purge of simulated data drops marked events of this type (`purgeable`). */
  readonly isPurgeable?: boolean
}

/** An event type: its data, its encrypted and secret fields, its older versions, and its use by testers. */
// biome-ignore lint/suspicious/noExplicitAny: a list holds events of any data
export interface EventDeclaration<Data = any> extends EventOptions<Data> {
  /** Type only. */
  readonly data?: Data
}

/** Declares an event by its data and its facts. Its name is the key in the list of its stream. */
export const event = <Data>(options: EventOptions<Data>): EventDeclaration<Data> => options

/** Events by type. Spread lists to join them. */
export type EventDeclarations = Readonly<Record<string, EventDeclaration>>

/** Declares that a purge of simulated data drops marked events of these types. Those that others refer to are kept. */
export const purgeable = <D extends EventDeclarations>(kept: readonly (keyof D)[], declared: D): D =>
  Object.fromEntries(
    Object.entries(declared).map(([type, each]) => [type, { ...each, isPurgeable: !kept.includes(type) }]),
  ) as D

/** The union of declared events. */
export type EventsOf<D extends EventDeclarations> = {
  [Type in keyof D & string]: D[Type] extends EventDeclaration<infer Data> ? Event<Type, Data> : never
}[keyof D & string]

/** Some events of a list. */
export const only = <D extends EventDeclarations, Type extends keyof D>(declared: D, ...types: Type[]): Pick<D, Type> =>
  Object.fromEntries(types.map((type) => [type, declared[type]])) as Pick<D, Type>

/** All events of a list but some. Handlers that narrow by type fail to compile when an event is added to the list. */
export const without = <D extends EventDeclarations, Type extends keyof D>(
  declared: D,
  ...types: Type[]
): Omit<D, Type> =>
  Object.fromEntries(Object.entries(declared).filter(([type]) => !types.includes(type as Type))) as Omit<D, Type>

/** The types of declared events: what a projection or a reactor subscribes to. */
export const typesOf = <D extends EventDeclarations>(declared: D): readonly (keyof D & string)[] =>
  Object.keys(declared)

/** Version that is written today; 1 for an event that is not declared. */
export const versionOf = (declared: EventDeclaration | undefined): number => (declared?.upcasters?.length ?? 0) + 1

/** Steps from older versions by event type. */
export const upcastersOf = (declared: EventDeclarations): Readonly<Record<string, readonly Upcaster[]>> =>
  Object.fromEntries(Object.entries(declared).map(([type, { upcasters = [] }]) => [type, upcasters]))

/** Encrypted fields by event type, for the command handler. */
export const encryptedFieldsOf = (declared: EventDeclarations): PersonalFields =>
  Object.fromEntries(
    Object.entries(declared).flatMap(([type, { encrypted }]) => (encrypted === undefined ? [] : [[type, encrypted]])),
  )
