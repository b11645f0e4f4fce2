// npm run export -- VIEW [--format csv|jsonl] [--out FILE]
import { once } from 'node:events'
import { createWriteStream, existsSync } from 'node:fs'
import { link, rename, rm } from 'node:fs/promises'
import { finished } from 'node:stream/promises'
import { createAnalystAccess } from '../src/areas/analysts/analyst-access.ts'
import { EXPORT_FORMATS, exportableViews, exportView, NoSuchView } from '../src/areas/analysts/export.ts'
import { SHOWS_OPEN_PICKS } from '../src/areas/analysts/views.ts'
import { columns, hidden } from '../src/areas/index.ts'
import { createCommand, Refused, runHere } from './support/shell.ts'
import { withVisibleControls } from './support/visible-controls.ts'

const usage = `npm run export -- VIEW [--format csv|jsonl] [--out FILE]

Writes a consistent snapshot of all rows of a view, such as read.totals or analysis.predictions. Times are UTC.

  --format F    csv (default): a header line, then one line per row; jsonl: one JSON object per line
  --out FILE    writes to this file, which must not exist; by default to standard output (use npm run --silent)
  --list        lists the views

Uses the store of the settings (DATA_DIR, DATABASE_URL); the server may run meanwhile.`

export const main = createCommand({
  usage,
  options: {
    format: { type: 'string', default: 'csv' },
    out: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
  expected: [NoSuchView],
  async work({ terminal, settings, open, atEnd, print, warn }, { values, positionals: [view, ...more] }) {
    if (view === undefined && !values.list)
      throw new Refused('npm run export takes the name of a view; --list lists them')
    if (more[0] !== undefined) throw new Refused(`npm run export takes one view; ${more[0]} is one too many`)
    if (values.list && view !== undefined) throw new Refused(`--list takes no view; ${view} is one`)
    const format = EXPORT_FORMATS.find((each) => each === values.format)
    if (!format) throw new Refused(`--format takes ${EXPORT_FORMATS.join(' or ')}`)
    if (values.out === '') throw new Refused('--out takes the name of a file')
    const { pool } = (await open(settings())).database
    await createAnalystAccess({ pool, columns, hidden }).provision()
    if (view === undefined) {
      print((await exportableViews(pool)).join('\n'))
      return 0
    }
    if (SHOWS_OPEN_PICKS.includes(view.replace(/^read\./, '')))
      warn(`read.${view.replace(/^read\./, '')} contains picks that are still open: do not show them to players.`)
    if (values.out === undefined) {
      const out = terminal.out.isTTY ? withVisibleControls(terminal.out) : terminal.out
      await exportView(pool, { view, format, out })
      return 0
    }
    const file = values.out
    const taken = new Refused(`The file ${file} already exists`)
    if (existsSync(file)) throw taken
    // Linked at the end, so that a file of this name is never partial, even after a kill. Others cannot read it (docs/threats.md T116).
    const unfinished = `${file}.unfinished-${process.pid}`
    atEnd(() => rm(unfinished, { force: true }))
    const out = createWriteStream(unfinished, { flags: 'wx', mode: 0o600 })
    await once(out, 'open').catch((error: NodeJS.ErrnoException) => {
      throw new Refused(`${file} cannot be written (${error.code})`)
    })
    const rows = await exportView(pool, { view, format, out })
    out.end()
    await finished(out)
    await link(unfinished, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw taken
      // Some file systems have no links.
      return rename(unfinished, file)
    })
    warn(`${rows} ${rows === 1 ? 'row' : 'rows'} written to ${file}`)
    return 0
  },
})

if (import.meta.main) await runHere(main)
