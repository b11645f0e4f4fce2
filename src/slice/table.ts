import { sql, type Transaction } from 'kysely'
import type { RecordedEvent } from '../kernel/event.ts'
import { COMMON_COLUMNS, type DescribedColumns } from './columns.ts'
import { type ReadView, restrictedColumn } from './group.ts'

/** PostgreSQL types as `format_type` names them, with their TypeScript types. */
interface PgTypes {
  text: string
  uuid: string
  'timestamp with time zone': string
  smallint: number
  integer: number
  bigint: number
  'double precision': number
  boolean: boolean
  'integer[]': number[]
  'bigint[]': string[]
  'text[]': string[]
  bytea: Buffer
  date: Date
  json: object
  jsonb: object
}
type PgType = keyof PgTypes

/**
 * Effect of an erasure on a column with the id of a data subject: deletes the row, sets the column to null, or retains the id
 * for a reason. `isOthers`: the row belongs to other people and is not in this person's export.
 */
export type Erasure = 'deletes' | 'clears' | { readonly keeps: string; readonly isOthers?: true }

interface ColumnOptions {
  readonly nullable?: true
  /** The column identifies the data subject of the row. */
  readonly dataSubject?: Erasure
  /** Reason why analysts cannot read the column: it is null for them in the view. */
  readonly hidden?: string
  /** Condition under which the view shows a hidden column to every role. */
  readonly unless?: string
  /** Excluded from the personal data export. */
  readonly secret?: true
  /** Constraints and defaults, such as `unique` or `default 0`. */
  readonly sql?: string
  /** Expression over other columns of the row; PostgreSQL stores its value. */
  readonly generated?: string
}

export interface Column<T = unknown> extends ColumnOptions {
  readonly type: PgType
  /** Type in DDL, with its collation. */
  readonly ddl: string
  /** Description for analysts. Null: the common one (`COMMON_COLUMNS`). */
  readonly doc: string | null
  /** Type only. */
  readonly value?: T
}

/** A constructor of columns of one type. The description is optional for columns of `COMMON_COLUMNS`. */
interface ColumnOf<Value> {
  <T extends Value = Value>(doc: string | null, options: ColumnOptions & { readonly nullable: true }): Column<T | null>
  <T extends Value = Value>(doc?: string | null, options?: ColumnOptions): Column<T>
}

const columnOf =
  <Type extends PgType>(type: Type, ddl: string = type): ColumnOf<PgTypes[Type]> =>
  (doc: string | null = null, options?: ColumnOptions) => ({ type, ddl, doc, ...options })

export const integer = columnOf('integer')
export const smallint = columnOf('smallint')
export const bigint = columnOf('bigint')
export const double = columnOf('double precision')
export const boolean = columnOf('boolean')
export const timestamp = columnOf('timestamp with time zone', 'timestamptz')
export const uuid = columnOf('uuid')
export const integers = columnOf('integer[]')
export const bigints = columnOf('bigint[]')
export const texts = columnOf('text[]')
export const bytes = columnOf('bytea')
export const date = columnOf('date')
export const json = columnOf('jsonb')
/** JSON stored byte for byte: `jsonb` reorders the fields of objects. */
export const rawJson = columnOf('json')
/** Text written by people: sorted by the database's collation. */
export const text = columnOf('text')
/** Codes, tokens and names that programs compare: sorted by bytes. */
export const code = columnOf('text', 'text collate "C"')

export type Columns = Readonly<Record<string, Column>>

/** The rows of columns, as Kysely reads them. */
export type RowOf<C extends Columns> = {
  -readonly [Name in keyof C]: C[Name] extends Column<infer T> ? T : never
}

interface Shared<C extends Columns> {
  /** Meaning of a row: comment of the view and section of docs/read-models.md. */
  readonly doc: string
  readonly columns: C
  /** Reason why the roles of analysts cannot read the view. */
  readonly hidden?: string
  /** The row in the personal data export. Default: the row without its secret columns. */
  exportRow?(row: RowOf<C>, userId: number): Record<string, unknown>
}

export interface TableDeclaration<C extends Columns = Columns> extends Shared<C> {
  /** Columns of the primary key; none in a table of one row. */
  readonly key: readonly string[]
  /** Further constraints, as DDL. */
  readonly constraints?: readonly string[]
  /** Storage parameters, such as `fillfactor = 70`. */
  readonly storage?: string
  /** Indexes for projecting: name to definition after the table's name, such as `(user_id)`. */
  readonly indexes?: Readonly<Record<string, string>>
  /** Indexes for queries only: a rebuild creates them after the load. */
  readonly readIndexes?: Readonly<Record<string, string>>
}

export interface ViewDeclaration<C extends Columns = Columns> extends Shared<C> {
  /** A select over the tables of the same read model. */
  readonly sql: string
  /** The same for nodes (`ReadView`). */
  readonly ownSql?: string
}

/** Declares a table; it is read as `read.{name}`. */
export const table = <C extends Columns>(
  declared: TableDeclaration<C> & { readonly key: readonly (keyof C & string)[] },
): TableDeclaration<C> => declared
/** Declares a view on the tables of a read model; it is read as `read.{name}`. */
export const view = <C extends Columns>(declared: ViewDeclaration<C>): ViewDeclaration<C> => declared

type Without<C extends Columns, W> = { readonly [Name in Exclude<keyof C, W>]: C[Name] }

/** Declares a view of a table: its columns except those in `without`, and the rows that match `where`. */
export function viewOf<C extends Columns, const W extends keyof C & string = never>(
  name: string,
  { doc, columns }: TableDeclaration<C>,
  { without = [], where }: { readonly without?: readonly W[]; readonly where?: string } = {},
): ViewDeclaration<Without<C, W>> {
  const shown = Object.entries(columns).filter(([column]) => !(without as readonly string[]).includes(column))
  const rest = Object.fromEntries(shown) as Without<C, W>
  return { doc, columns: rest, ...selectsOf(name, rest, where) }
}

type Declarations = Readonly<Record<string, TableDeclaration | ViewDeclaration>>

/** Tables and views that are projected, rebuilt and switched together. */
export interface ReadModel<T extends Declarations = Declarations, I extends Declarations = Declarations> {
  readonly public: T
  /** Tables without a view in `read`. */
  readonly internal: I
}

/** Declares a read model. `internal` tables have no view in `read`. */
export const readModel = <T extends Declarations, I extends Declarations = Record<never, never>>(
  tables: T,
  internal: I = {} as I,
): ReadModel<T, I> => ({ public: tables, internal })

/** Combines the read models of two areas for one projection group. */
export const joined = <A extends ReadModel, B extends ReadModel>(
  a: A,
  b: B,
): ReadModel<A['public'] & B['public'], A['internal'] & B['internal']> => ({
  public: { ...a.public, ...b.public },
  internal: { ...a.internal, ...b.internal },
})

type RowsOf<D extends Declarations> = { [Name in keyof D]: RowOf<D[Name]['columns']> }
/** Rows by table, for a projector. */
export type TablesOf<M extends ReadModel> = RowsOf<M['public']> & RowsOf<M['internal']>
/** Rows by view (`read.…`), for queries. */
export type ViewsOf<M extends ReadModel> = {
  [Name in keyof M['public'] & string as `read.${Name}`]: RowOf<M['public'][Name]['columns']>
}

const isTable = (declared: TableDeclaration | ViewDeclaration): declared is TableDeclaration => 'key' in declared

const tablesOf = ({ public: open, internal }: ReadModel): [string, TableDeclaration][] =>
  Object.entries({ ...open, ...internal }).filter((entry): entry is [string, TableDeclaration] => isTable(entry[1]))

/** DDL of a column for `create table` and `alter table … add column`. */
export const columnDdl = (name: string, { ddl, nullable, sql, generated }: Column): string =>
  generated
    ? `${name} ${ddl} generated always as (${generated}) stored`
    : [name, ddl, nullable ? '' : 'not null', sql ?? ''].filter((part) => part !== '').join(' ')

/** DDL of a table, without its indexes. */
export function tableDdl(
  name: string,
  declared: Pick<TableDeclaration, 'columns' | 'key' | 'constraints' | 'storage'>,
) {
  const { columns, key, constraints = [], storage } = declared
  const lines = [
    ...Object.entries(columns).map(([column, each]) => columnDdl(column, each)),
    ...(key.length > 0 ? [`primary key (${key.join(', ')})`] : []),
    ...constraints,
  ]
  return `create table ${name} (\n  ${lines.join(',\n  ')}\n)${storage ? ` with (${storage})` : ''};\n`
}

/** DDL of the tables and of the indexes for projecting. */
export const ddlOf = (model: ReadModel): string =>
  tablesOf(model)
    .map(([name, declared]) => tableDdl(name, declared) + indexDdl(name, declared.indexes ?? {}))
    .join('\n')

/** DDL of the indexes for queries only. */
export const readIndexesOf = (model: ReadModel): string =>
  tablesOf(model)
    .map(([name, { readIndexes = {} }]) => indexDdl(name, readIndexes))
    .join('')

const indexDdl = (table: string, indexes: Readonly<Record<string, string>>): string =>
  Object.entries(indexes)
    .map(([name, definition]) => `create index ${name} on ${table} ${definition};\n`)
    .join('')

/** Views of `read`, with their columns in the order of the declaration. */
export const readViewsOf = ({ public: declared }: ReadModel): readonly ReadView[] =>
  Object.entries(declared).map(([name, each]) => ({
    name,
    doc: each.doc,
    ...(isTable(each)
      ? selectsOf(name, each.columns)
      : { sql: each.sql, ...(each.ownSql ? { ownSql: each.ownSql } : {}) }),
  }))

function selectsOf(table: string, columns: Columns, where?: string): Pick<ViewDeclaration, 'sql' | 'ownSql'> {
  const select = (selected: readonly string[]): string =>
    `select ${selected.join(', ')} from ${table}${where ? ` where ${where}` : ''}`
  const open = Object.entries(columns).map(([name, { hidden, unless }]) =>
    hidden === undefined ? name : restrictedColumn(name, unless),
  )
  const [sql, ownSql] = [select(open), select(Object.keys(columns))]
  return sql === ownSql ? { sql } : { sql, ownSql }
}

/** DDL, indexes and views of a read model, for its projection group. */
export const tablesFor = (model: ReadModel) => ({
  ddl: ddlOf(model),
  indexes: readIndexesOf(model),
  views: readViewsOf(model),
})

/** Descriptions of the columns of all views. Throws for a column without one. */
export const columnDocsOf = ({ public: declared }: ReadModel): DescribedColumns =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { columns }]) => [
      `read.${name}`,
      Object.fromEntries(Object.entries(columns).map(([column, each]) => [column, docOf(name, column, each)])),
    ]),
  )

/** PostgreSQL types of the columns of all views, with ` | null` for nullable columns. */
export const rowTypesOf = ({
  public: declared,
}: ReadModel): Readonly<Record<string, Readonly<Record<string, string>>>> =>
  Object.fromEntries(
    Object.entries(declared).map(([name, { columns }]) => [
      `read.${name}`,
      Object.fromEntries(
        Object.entries(columns).map(([column, { type, nullable }]) => [column, nullable ? `${type} | null` : type]),
      ),
    ]),
  )

/** Reasons why the roles of analysts cannot read views, or columns of views. Names without `read.`. */
export interface Hidden {
  readonly views: Readonly<Record<string, string>>
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>
}

export function hiddenIn(models: readonly ReadModel[]): Hidden {
  const views = models.flatMap(({ public: declared }) => Object.entries(declared))
  const reasonsOf = (each: Readonly<Record<string, { readonly hidden?: string }>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(each).flatMap(([name, { hidden }]) => (hidden ? [[name, hidden]] : [])))
  const columns = views.map(([name, each]) => [name, reasonsOf(each.columns)] as const)
  return {
    views: reasonsOf(Object.fromEntries(views)),
    columns: Object.fromEntries(columns.filter(([, reasons]) => Object.keys(reasons).length > 0)),
  }
}

function docOf(view: string, name: string, { doc, nullable }: Column): string {
  const found = doc ?? COMMON_COLUMNS[name]
  if (found === undefined) throw new Error(`read.${view}.${name} has no description`)
  if (/\bnull\b/i.test(found) !== (nullable === true))
    throw new Error(`The description of read.${view}.${name} must explain null if and only if the column is nullable`)
  return found
}

/** Columns with data subjects, and the effect of an erasure on them. */
export const personColumnsOf = ({ columns }: Shared<Columns>): readonly (readonly [string, Erasure])[] =>
  Object.entries(columns).flatMap(([name, { dataSubject }]) =>
    dataSubject === undefined ? [] : [[name, dataSubject] as const],
  )

/** Internal table with the ids of erased people: the log may contain later events about them. */
export const erased = table({
  doc: 'Erased people.',
  columns: { user_id: integer('Id of the person.') },
  key: ['user_id'],
})

/**
 * Stores the deletions of a batch in the internal table `erased`. Returns the erased people among `people`: the log may contain
 * events about them after their deletion.
 */
export async function rememberErased(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of any read model
  tx: Transaction<any>,
  facts: readonly Pick<RecordedEvent, 'type' | 'data'>[],
  people: Iterable<number>,
): Promise<ReadonlySet<number>> {
  const deleted = facts.flatMap(({ type, data }) =>
    type === 'UserDeleted' ? [(data as { readonly userId: number }).userId] : [],
  )
  if (deleted.length > 0)
    await sql`insert into erased (user_id) select unnest(${deleted}::int[]) on conflict do nothing`.execute(tx)
  const candidates = [...new Set([...deleted, ...people])]
  const { rows } = await sql<{ user_id: number }>`
    select user_id from erased where user_id = any(${candidates}::int[])`.execute(tx)
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Applies the declared erasure of these people to all tables of a read model. */
export async function erasePeople(
  // biome-ignore lint/suspicious/noExplicitAny: the tables of any read model
  tx: Transaction<any>,
  model: ReadModel,
  people: ReadonlySet<number>,
): Promise<void> {
  if (people.size === 0) return
  for (const [name, each] of tablesOf(model))
    for (const [column, erasure] of personColumnsOf(each)) {
      const theirs = sql`${sql.id(column)} = any(${[...people]}::int[])`
      if (erasure === 'deletes') await sql`delete from ${sql.id(name)} where ${theirs}`.execute(tx)
      if (erasure === 'clears')
        await sql`update ${sql.id(name)} set ${sql.id(column)} = null where ${theirs}`.execute(tx)
    }
}
