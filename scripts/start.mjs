// npm start: installs what is missing, builds the UI when it is stale, and starts the server under Node 24.
import { buildUi, fail, findNode24, install, LIMITS, packageBin, runAll } from './support/prepare.mjs'

const SERVER = [...LIMITS, 'src/main.ts']

const options = process.argv.slice(2)
const unknown = options.find((option) => !['--help', '-h', '--dev', '--show-database'].includes(option))
if (unknown) fail(`npm start does not know ${unknown}; its settings are environment variables: npm start -- --help`)

install()
const node24 = findNode24()
if (options.includes('--help') || options.includes('-h')) {
  process.exitCode = await runAll([{ file: node24, args: ['scripts/help.ts'] }])
} else if (options.includes('--show-database')) {
  process.exitCode = await runAll([{ file: node24, args: ['scripts/show-database.ts'] }])
} else if (options.includes('--dev')) {
  // A page that does not build yet is what one is working on.
  buildUi(node24)
  process.exitCode = await runAll([
    { file: node24, args: ['--watch', '--watch-preserve-output', ...SERVER] },
    { file: node24, args: [packageBin('vite'), 'build', 'ui', '--watch', '--emptyOutDir=false', '--logLevel', 'warn'] },
  ])
} else {
  if (!buildUi(node24)) fail('The UI does not build; nothing was started')
  process.exitCode = await runAll([{ file: node24, args: SERVER }])
}
