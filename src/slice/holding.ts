import type { ReadModels } from './read-models.ts'

type ViewName = keyof ReadModels extends `read.${infer Name}` ? Name : never
type Column<Name extends ViewName> = keyof ReadModels[`read.${Name}`] & string

/** A view of the read models with rows about people. */
export type HeldView = {
  readonly [Name in ViewName]: {
    /** Its name in `read`. */
    readonly view: Name
    /** The columns that name whose rows they are: such rows are the person's, to be given to them. */
    readonly by: readonly Column<Name>[]
    /** Columns whose number stays behind when its person is erased, and why; no row stays by the others. Not in `by`: the row is others' by now. */
    readonly keeps?: { readonly [C in Column<Name>]?: string }
    /** The streams whose events a row comes from, where these leave no trace (`projections/traces`). */
    streams?(row: ReadModels[`read.${Name}`]): readonly string[]
    /** A row as its person is given it: without secrets, and without what is others'. */
    given?(row: ReadModels[`read.${Name}`], userId: number): object
    /** Why its rows are in nobody's copy. */
    readonly leftOut?: string
  }
}[ViewName]
