// Runs a script, or a program of an installed package, with the pinned Node 24: node scripts/node24.mjs vite build ui
import { existsSync } from 'node:fs'
import { fail, findNode24, install, packageBin, runAll } from './support/prepare.mjs'

const [target, ...args] = process.argv.slice(2)
if (!target) fail('Usage: node scripts/node24.mjs <script or program> [arguments]')
install()
const script = /\.[cm]?[jt]s$/.test(target) && existsSync(target) ? target : packageBin(target)
process.exitCode = await runAll([{ file: findNode24(), args: [script, ...args] }])
