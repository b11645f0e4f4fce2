import { type DescribedColumns, meaningOf, type ReadModelWords } from '../slice/columns.ts'
import { KEPT_BACK, KEPT_BACK_COLUMNS, SHOWS_OPEN_PICKS } from './kept-back.ts'
import { ANALYSIS_VIEWS } from './views.ts'

/** What analysts are told of the read models. */
export const wordsFor = (columns: DescribedColumns): ReadModelWords => ({
  meaningOf: (view, column) => meaningOf(columns, view, column),
  noteOf(view) {
    const notes = [
      ...(SHOWS_OPEN_PICKS.includes(view) ? ['**Picks that are still open can be seen here.**'] : []),
      ...(KEPT_BACK[view] === undefined ? [] : [`Roles of analysts do not read it: ${KEPT_BACK[view]}.`]),
      ...Object.entries(KEPT_BACK_COLUMNS[view] ?? {}).map(
        ([column, why]) => `Roles of analysts do not read \`${column}\`: ${why}.`,
      ),
    ]
    return notes.length === 0 ? null : notes.join(' ')
  },
  analysis: ANALYSIS_VIEWS,
})
