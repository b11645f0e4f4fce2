// npm start: installs what is missing, builds the UI when it is stale, and starts the server under Node 24.
import { buildUi, fail, findNode24, install, packageBin, runAll, V8_LIMITS } from './support/prepare.mjs'

const SERVER = [...V8_LIMITS, 'src/main.ts']

const options = process.argv.slice(2)
const unknown = options.find((option) => !['--help', '-h', '--dev', '--show-database'].includes(option))
if (unknown) fail(`npm start does not know ${unknown}; its settings are environment variables: npm start -- --help`)

install()
const node24 = findNode24()
const shown = ['--help', '-h', '--show-database'].find((option) => options.includes(option))
if (shown) {
  process.exitCode = await runAll([{ file: node24, args: ['src/main.ts', shown === '-h' ? '--help' : shown] }])
} else if (options.includes('--dev')) {
  // Build errors are ignored during development.
  buildUi(node24)
  process.exitCode = await runAll([
    { file: node24, args: ['--watch', '--watch-preserve-output', ...SERVER] },
    { file: node24, args: [packageBin('vite'), 'build', 'ui', '--watch', '--emptyOutDir=false', '--logLevel', 'warn'] },
  ])
} else {
  if (!buildUi(node24)) fail('The UI does not build; nothing was started')
  process.exitCode = await runAll([{ file: node24, args: SERVER }])
}
