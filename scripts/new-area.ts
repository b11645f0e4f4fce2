// npm run new-area -- NAME [SINGULAR]
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { addArea } from './support/add-area.ts'

const help = `npm run new-area -- NAME [SINGULAR]

Adds a working area to this checkout: a copy of the sample area (test/new-area/shouts) under another name, with one event, one table,
one page and their tests. NAME is a plural in lower-case letters, such as polls. SINGULAR defaults to NAME without its last s.
docs/how-to/add-an-area.md explains each file.`

const args = process.argv.slice(2)
if (args.includes('--help') || args.includes('-h')) {
  console.log(help)
  process.exit(0)
}
const [many = '', one = many.replace(/s$/, ''), ...rest] = args
if (rest.length > 0 || ![many, one].every((word) => /^[a-z]{3,20}$/.test(word)) || many === one) {
  console.error(
    'npm run new-area takes a plural, and a singular unless that is the plural without its s: npm run new-area -- polls',
  )
  process.exit(1)
}
const root = fileURLToPath(new URL('..', import.meta.url))
const run = (...command: string[]): void => {
  execFileSync(process.execPath, command, { cwd: root, stdio: 'inherit' })
}
try {
  const files = addArea(root, { many, one })
  console.log(files.join('\n'))
  // Line breaks depend on the length of the names, and the order of imports on their initials.
  run('node_modules/@biomejs/biome/bin/biome', 'check', '--write', '--log-level=error', ...files)
} catch (error) {
  console.error((error as Error).message)
  process.exit(1)
}
// In separate processes, which load the new list of areas.
run('scripts/events.ts')
run('scripts/versions.ts')
run('scripts/projections.ts', 'docs')
console.log('\nNext: npm run check.')
