import type { DescribedColumns } from '../../slice/columns.ts'
import type { ProjectionGroup } from '../../slice/group.ts'
import { columnDocsOf, hiddenIn, type ReadModel } from '../../slice/table.ts'
import { ANALYSIS_VIEWS, SHOWS_OPEN_PICKS } from './views.ts'

/** Notes for readers of a view of `read`. */
const notesOn = (view: string, hidden: ReturnType<typeof hiddenIn>): readonly string[] => [
  ...(SHOWS_OPEN_PICKS.includes(view) ? ['**Picks that are still open can be seen here.**'] : []),
  ...(hidden.views[view] === undefined ? [] : [`Roles of analysts do not read it: ${hidden.views[view]}.`]),
  ...Object.entries(hidden.columns[view] ?? {}).map(([column, why]) => `For analysts \`${column}\` is null: ${why}.`),
]

/** `docs/read-models.md`, for analysts. */
export function readModelsPage(groups: readonly ProjectionGroup[], models: readonly ReadModel[]): string {
  const hidden = hiddenIn(models)
  const declared: ReadModel['public'] = Object.assign({}, ...models.map((model) => model.public))
  const meanings: DescribedColumns = Object.assign({}, ...models.map(columnDocsOf))
  const lines = [
    '# Read models',
    '',
    'Everything the pages show can be queried: the views in the schema `read` of the PostgreSQL server whose address is printed at start',
    '(`DATABASE_URL`, or the embedded one). They always show whole, committed batches; during a rebuild they show the old tables until the',
    'new ones are complete. Times are UTC. Do not query the schemas behind them: each rebuild makes new ones. Views of your own on top are',
    'kept by a rebuild as long as the columns they use stay.',
    '',
    '**Picks that are still open can be seen in `read.predictions` and `read.achievement_cards`.** Whoever reads these and plays has an unfair',
    'game, and one that nobody can check. `analysis.predictions` shows a pick once its cutoff has passed.',
    '',
    'How to get there, a role that only reads, files, and queries to begin with are in [analysts.md](analysts.md). What the columns mean is said',
    'in the database as well (`\\d+ read.totals` in psql). `user_id` and other names of columns that mean the same everywhere are said everywhere.',
    '',
    'This page is written by `npm run projections -- docs` from the definitions in `projections/` and what areas say of their columns.',
    '',
    '## For analysts',
    '',
    'The schema `analysis` joins what everybody joins. Its views show nothing that is still sealed.',
  ]
  for (const { name, doc, columns } of ANALYSIS_VIEWS) {
    lines.push('', `### \`analysis.${name}\``, '', doc, '', '| column | what it is |', '|---|---|')
    for (const [column, meaning] of Object.entries(columns)) lines.push(`| \`${column}\` | ${meaning} |`)
  }
  for (const group of groups) {
    lines.push('', `## Group \`${group.name}\``)
    for (const { name, doc } of group.views) {
      lines.push('', `### \`read.${name}\``, '', doc)
      const notes = notesOn(name, hidden)
      if (notes.length > 0) lines.push('', notes.join(' '))
      lines.push('', '| column | type | what it is |', '|---|---|---|')
      for (const [column, { type }] of Object.entries(declared[name]!.columns))
        lines.push(`| \`${column}\` | ${type} | ${meanings[`read.${name}`]![column]} |`)
    }
  }
  return `${lines.join('\n')}\n`
}
