// npm run export -- VIEW [--format csv|jsonl] [--out FILE]
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'
import { createAnalystAccess } from '../src/areas/analysts/analyst-access.ts'
import { EXPORT_FORMATS, exportableViews, exportView, NoSuchView } from '../src/areas/analysts/export.ts'
import { SHOWS_OPEN_PICKS } from '../src/areas/analysts/views.ts'
import { columns, hidden } from '../src/areas/index.ts'
import { createCommand, Refused, runHere } from './support/shell.ts'

const usage = `npm run export -- VIEW [--format csv|jsonl] [--out FILE]

Writes a consistent snapshot of all rows of a view, such as read.totals or analysis.predictions. Times are UTC.

  --format F    csv (default): a header line, then one line per row; jsonl: one JSON object per line
  --out FILE    writes to this file, which must not exist; by default to standard output (use npm run --silent)
  --list        lists the views

Uses the store of the settings (DATA_DIR, DATABASE_URL); the server may run meanwhile.`

/** Creates a file that other users of the machine cannot read (docs/threats.md T116). Never overwrites one. Throws `Refused` if it cannot be created. */
async function created(file: string): Promise<NodeJS.WritableStream> {
  const out = createWriteStream(file, { flags: 'wx', mode: 0o600 })
  await new Promise((resolve, reject) => {
    out.once('open', resolve)
    out.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Refused(
          error.code === 'EEXIST' ? `The file ${file} already exists` : `${file} cannot be written (${error.code})`,
        ),
      ),
    )
  })
  return out
}

export const main = createCommand({
  usage,
  options: {
    format: { type: 'string', default: 'csv' },
    out: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
  expected: [NoSuchView],
  async work({ terminal, settings, open, print, warn }, { values, positionals: [view, ...more] }) {
    if (view === undefined && !values.list)
      throw new Refused('npm run export takes the name of a view; --list lists them')
    if (more[0] !== undefined) throw new Refused(`npm run export takes one view; ${more[0]} is one too many`)
    if (values.list && view !== undefined) throw new Refused(`--list takes no view; ${view} is one`)
    const format = EXPORT_FORMATS.find((each) => each === values.format)
    if (!format) throw new Refused(`--format takes ${EXPORT_FORMATS.join(' or ')}`)
    const { pool } = (await open(settings())).database
    await createAnalystAccess({ pool, columns, hidden }).provision()
    if (view === undefined) {
      print((await exportableViews(pool)).join('\n'))
      return 0
    }
    if (SHOWS_OPEN_PICKS.includes(view.replace(/^read\./, '')))
      warn(`read.${view.replace(/^read\./, '')} contains picks that are still open: do not show them to players.`)
    const out = values.out === undefined ? terminal.out : await created(values.out)
    const rows = await exportView(pool, { view, format, out })
    if (values.out !== undefined) {
      out.end()
      await finished(out)
      warn(`${rows} ${rows === 1 ? 'row' : 'rows'} written to ${values.out}`)
    }
    return 0
  },
})

if (import.meta.main) await runHere(main)
