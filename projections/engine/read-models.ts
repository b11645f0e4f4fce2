import { sql } from 'kysely'
import type { ReadModelWords } from '../../src/slice/columns.ts'
import type { ProjectionGroup, ReadView } from '../../src/slice/group.ts'
import type { Db } from './store.ts'

interface DescribedView extends ReadView {
  readonly group: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

/** Ends a transaction that must leave nothing behind. */
class Undo extends Error {}

/** The views of all groups with their columns, as Postgres sees them; made and taken back in one transaction. */
export async function describeViews(db: Db, groups: readonly ProjectionGroup[]): Promise<readonly DescribedView[]> {
  const described: DescribedView[] = []
  try {
    await db.transaction().execute(async (tx) => {
      await sql.raw('create schema described').execute(tx)
      for (const group of groups) {
        const schema = `described_${group.name}`
        await sql.raw(`create schema "${schema}"; set local search_path to "${schema}"`).execute(tx)
        await sql.raw(group.ddl).execute(tx)
        for (const view of group.views) {
          await sql
            .raw(`create view described."${view.name}" as ${view.sql ?? `select * from "${view.name}"`}`)
            .execute(tx)
          const { rows } = await sql<{ name: string; type: string }>`
            select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute
            where attrelid = ${`described."${view.name}"`}::regclass and attnum > 0 order by attnum`.execute(tx)
          described.push({ ...view, group: group.name, columns: rows })
        }
      }
      throw new Undo()
    })
  } catch (error) {
    if (!(error instanceof Undo)) throw error
  }
  return described
}

/** `docs/read-models.md`, for analysts. */
export function readModelsPage(views: readonly DescribedView[], words: ReadModelWords): string {
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
  for (const { name, doc, columns } of words.analysis) {
    lines.push('', `### \`analysis.${name}\``, '', doc, '', '| column | what it is |', '|---|---|')
    for (const [column, meaning] of Object.entries(columns)) lines.push(`| \`${column}\` | ${meaning} |`)
  }
  for (const group of new Set(views.map((view) => view.group))) {
    lines.push('', `## Group \`${group}\``)
    for (const view of views.filter((each) => each.group === group)) {
      lines.push('', `### \`read.${view.name}\``, '', view.doc)
      const note = words.noteOf(view.name)
      if (note !== null) lines.push('', note)
      lines.push('', '| column | type | what it is |', '|---|---|---|')
      for (const { name, type } of view.columns)
        lines.push(`| \`${name}\` | ${type} | ${words.meaningOf(`read.${view.name}`, name) ?? ''} |`)
    }
  }
  return `${lines.join('\n')}\n`
}
