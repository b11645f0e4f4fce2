import { personColumnsOf, type ReadModel } from './table.ts'

type Row = Readonly<Record<string, unknown>>

/** A view with personal data, for the personal data export and for the test that searches for erased people. */
export interface PersonalDataView {
  /** Name in `read`. */
  readonly view: string
  /** Columns with the data subjects of a row. */
  readonly by: readonly string[]
  /** Columns that retain the id of an erased person, with the reasons. */
  readonly keeps: Readonly<Record<string, string>>
  /** The row in the export of its data subject. */
  exportRow(row: Row, userId: number): Record<string, unknown>
}

export const personalDataViewsOf = ({ public: declared }: ReadModel): readonly PersonalDataView[] =>
  Object.entries(declared).flatMap(([view, each]) => {
    const people = personColumnsOf(each)
    if (people.length === 0) return []
    const retained = people.flatMap(([column, erasure]) =>
      typeof erasure === 'object' ? [[column, erasure.keeps]] : [],
    )
    const withoutSecrets = (row: Row) =>
      Object.fromEntries(Object.entries(row).filter(([column]) => !each.columns[column]?.secret))
    return {
      view,
      by: people.flatMap(([column, erasure]) => (typeof erasure === 'object' && erasure.isOthers ? [] : column)),
      keeps: Object.fromEntries(retained),
      exportRow: each.exportRow ?? withoutSecrets,
    }
  })
