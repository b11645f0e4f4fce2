import type { Event, RecordedEvent } from './event.ts'

type Values = Readonly<Record<string, unknown>>

/** Where data may name a person: `userId`, `winners[]`, `scores[].userId`. */
type PathIn<Data> = {
  [Field in keyof Data & string]: Data[Field] extends number | null
    ? Field
    : Data[Field] extends readonly (infer Item)[]
      ? Item extends number
        ? `${Field}[]`
        : `${Field}[].${NumberIn<Item>}`
      : never
}[keyof Data & string]

type NumberIn<Data> = {
  [Field in keyof Data & string]: Data[Field] extends number | null ? Field : never
}[keyof Data & string]

/** What events of a type say of people. */
export interface Naming<Path extends string = string, Field extends string = string> {
  /** The fields that name people, by their ids. Who did it stands beside the data, and is not said again. */
  readonly people: readonly Path[]
  /** Of these fields, the one whose person the stream belongs to: all that stands in it is about them. */
  readonly own?: Path
  /** It is for those alone whom it names, not for whose stream it stands in. */
  readonly isConfidential?: true
  /** Fields that are in nobody's copy: they open something, or stand for an address. */
  readonly secret?: readonly Field[]
}

type DataOf<E extends Event, Type extends E['type']> = Extract<E, { type: Type }>['data']

/** Says of every event of a union whom it names: one that is new to the union does not compile until it has said so. */
export type NamingOf<E extends Event> = {
  readonly [Type in E['type']]: Naming<PathIn<DataOf<E, Type>>, keyof DataOf<E, Type> & string>
}

/** Of all events that the game knows. */
export type Namings = Readonly<Record<string, Naming>>

/** Those who did it and those whom it names, each once. */
export function peopleOf({ data, metadata }: RecordedEvent, { people }: Naming): ReadonlySet<number> {
  const named = people.flatMap((path) => valuesAt(data as Values, path))
  return new Set([metadata.actor, ...named].filter((id) => typeof id === 'number'))
}

/** Whose stream it stands in; null: it does not say. */
export function ownerOf({ data }: RecordedEvent, { own }: Naming): number | null {
  return own === undefined ? null : ((data as Values)[own] as number)
}

/** Its data as a person is given it: without secrets, and without whom others named by it or did it to. What they did themselves says to whom. */
export function dataFor(userId: number, { data, metadata }: RecordedEvent, { people, secret = [] }: Naming): Values {
  const given: Record<string, unknown> = { ...(data as Values) }
  for (const field of secret) delete given[field]
  if (metadata.actor === userId) return given
  for (const [field, paths] of Map.groupBy(people, (path) => path.split('[]')[0]!)) {
    const value = given[field]
    if (Array.isArray(value))
      given[field] = value.filter((item) => paths.some((path) => valuesAt({ [field]: [item] }, path).includes(userId)))
    else if (value !== userId) given[field] = null
  }
  return given
}

function valuesAt(data: Values, path: string): unknown[] {
  const [field, within] = path.split(/\[\]\.?/)
  const value = data[field!]
  if (within === undefined) return [value]
  return within === '' ? (value as unknown[]) : (value as Values[]).map((item) => item[within])
}
