import { personColumnsOf, type ReadModel } from './table.ts'

type Row = Readonly<Record<string, unknown>>

/** A view with rows about people, for the copy that a person can download and the test that searches for erased people. */
export interface PersonalDataView {
  /** Its name in `read`. */
  readonly view: string
  /** Columns that identify the people to whom a row belongs. */
  readonly by: readonly string[]
  /** Columns that keep the id of an erased person, with the reasons. */
  readonly keeps: Readonly<Record<string, string>>
  /** A row in the copy of its person. */
  given(row: Row, userId: number): Record<string, unknown>
}

export const personalDataViewsOf = ({ public: declared }: ReadModel): readonly PersonalDataView[] =>
  Object.entries(declared).flatMap(([view, each]) => {
    const people = personColumnsOf(each)
    if (people.length === 0) return []
    const kept = people.flatMap(([column, erasure]) => (typeof erasure === 'object' ? [[column, erasure.keeps]] : []))
    const withoutSecrets = (row: Row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !each.columns[column]?.secret))
    return {
      view,
      by: people.flatMap(([column, erasure]) => (typeof erasure === 'object' && erasure.isOthers ? [] : column)),
      keeps: Object.fromEntries(kept),
      given: each.given ?? withoutSecrets,
    }
  })
