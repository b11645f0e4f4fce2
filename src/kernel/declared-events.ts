import type * as z from 'zod/mini'
import type { PersonalFields } from './command-handler.ts'
import type { Event } from './event.ts'

/** Pure: converts the data of one version to the next version. */
export type Upcaster = (data: unknown) => unknown

/** The API call that emits a test event. It is validated and decided like a player's call. */
export interface TestCall {
  readonly method: 'post' | 'put' | 'patch' | 'delete'
  readonly path: string
  /** Names of path parameters in the event, where `id` alone would be ambiguous. */
  readonly names?: Readonly<Record<string, string>>
  /** Fields of the body that belong to this event, when the call has others as well. */
  readonly accepts?: readonly string[]
  /** Optional fields of the call that the event requires. */
  readonly needs?: readonly string[]
  /** Constant fields of the body. */
  readonly sends?: Readonly<Record<string, unknown>>
}

/** How `npm run emit` emits an event, or the reason why it cannot. */
export type TestEvent =
  | { readonly by: 'player'; readonly calls: readonly [TestCall, ...TestCall[]] }
  | { readonly by: 'accounts'; readonly does: 'register' | 'delete'; readonly fields: z.ZodMiniObject }
  | { readonly by: 'source'; readonly report: SourceReport; readonly fields: z.ZodMiniObject }
  | { readonly by: null; readonly why: string }

/** A report of the fixture source about one match. */
export type SourceReport =
  | 'rescheduled'
  | 'moved'
  | 'postponed'
  | 'cancelled'
  | 'started'
  | 'scored'
  | 'finished'
  | 'abandoned'
  | 'awarded'

/** The event follows from a report of the fixture source with these fields. */
export const bySource = (report: SourceReport, fields: z.ZodMiniObject): TestEvent => ({ by: 'source', report, fields })

type Endpoint = `${'POST' | 'PUT' | 'PATCH' | 'DELETE'} /api/${string}`

/** A tester emits the event through this call of the API. */
export function byCall(endpoint: Endpoint, more: Omit<TestCall, 'method' | 'path'> = {}): TestEvent {
  return { by: 'player', calls: [callOf(endpoint, more)] }
}

/** The same for an event of several calls: uses the first call whose fields are present. */
export const byCalls = (...calls: readonly [TestCall, ...TestCall[]]): TestEvent => ({ by: 'player', calls })

export function callOf(endpoint: Endpoint, more: Omit<TestCall, 'method' | 'path'> = {}): TestCall {
  const [method, path] = endpoint.split(' ') as [string, string]
  return { method: method.toLowerCase() as TestCall['method'], path, ...more }
}

const notEmitted = (why: string): TestEvent => ({ by: null, why })
export const byGame = notEmitted('the game records it by itself')
export const byAdministrator = notEmitted('only an administrator can cause it')
export const bySeason = notEmitted('it comes with a season: npm run import')
export const bySecret = notEmitted('it needs a secret that only its player has')
export const byPicture = notEmitted('it needs a picture')

interface EventOptions<Data> {
  /** Fields that the personal data export omits: secrets, and the ids of other users who acted. */
  readonly secret?: readonly (keyof Data & string)[]
  /** Fields encrypted with the key of a data subject (the field with the user id), or of the day (`$day`, for IP addresses). */
  readonly encrypted?: {
    readonly subject: (keyof Data & string) | '$day'
    readonly fields: readonly (keyof Data & string)[]
  }
  /** From version 1 to 2, from 2 to 3, and so on. The current version is their number plus one. */
  readonly upcasters?: readonly Upcaster[]
  readonly test: TestEvent
  /** A purge of simulated data hides marked events of this type (`purgeable`). */
  readonly isPurgeable?: boolean
}

/** An event type: its data, encrypted and secret fields, older versions, and use as a test event. */
// biome-ignore lint/suspicious/noExplicitAny: a list contains events of any data
interface EventDeclaration<Data = any> extends EventOptions<Data> {
  /** Type only. */
  readonly data?: Data
}

/** Declares an event type. Its name is the key in the list of its stream. */
export const event = <Data>(options: EventOptions<Data>): EventDeclaration<Data> => options

/** Events by type. Spread lists to join them. */
export type EventDeclarations = Readonly<Record<string, EventDeclaration>>

/** Declares that a purge of simulated data hides marked events of these types, except those that other events refer to. */
export const purgeable = <D extends EventDeclarations>(exceptions: readonly (keyof D)[], declared: D): D =>
  Object.fromEntries(
    Object.entries(declared).map(([type, each]) => [type, { ...each, isPurgeable: !exceptions.includes(type) }]),
  ) as D

/** The union of declared events. */
export type EventsOf<D extends EventDeclarations> = {
  [Type in keyof D & string]: D[Type] extends EventDeclaration<infer Data> ? Event<Type, Data> : never
}[keyof D & string]

/** Some events of a list. */
export const only = <D extends EventDeclarations, Type extends keyof D>(declared: D, ...types: Type[]): Pick<D, Type> =>
  Object.fromEntries(types.map((type) => [type, declared[type]])) as Pick<D, Type>

/** All events of a list except some. Handlers that narrow by type fail to compile when an event is added to the list. */
export const without = <D extends EventDeclarations, Type extends keyof D>(
  declared: D,
  ...types: Type[]
): Omit<D, Type> =>
  Object.fromEntries(Object.entries(declared).filter(([type]) => !types.includes(type as Type))) as Omit<D, Type>

/** The types of declared events, to subscribe to. */
export const typesOf = <D extends EventDeclarations>(declared: D): readonly (keyof D & string)[] =>
  Object.keys(declared)

/** Current schema version; 1 for an undeclared event. */
export const versionOf = (declared: EventDeclaration | undefined): number => (declared?.upcasters?.length ?? 0) + 1

/** Upcasters by event type. */
export const upcastersOf = (declared: EventDeclarations): Readonly<Record<string, readonly Upcaster[]>> =>
  Object.fromEntries(Object.entries(declared).map(([type, { upcasters = [] }]) => [type, upcasters]))

/** Encrypted fields by event type, for the command handler. */
export const encryptedFieldsOf = (declared: EventDeclarations): PersonalFields =>
  Object.fromEntries(
    Object.entries(declared).flatMap(([type, { encrypted }]) => (encrypted === undefined ? [] : [[type, encrypted]])),
  )
