import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import path from 'node:path'
import { type Binaries, binary } from './binaries.ts'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** `nobody`: what an unprivileged container and every Linux know as the user without rights. */
const NOBODY = 65_534

/** Postgres refuses to run as root. This says as whom its programs run, and owns what they need. */
interface ServerUser {
  /** `self` as the app; `nobody` by uid; `namespace` as root's own files seen from a user namespace without rights. */
  readonly kind: 'self' | 'nobody' | 'namespace'
  run(file: string, args: readonly string[]): SpawnSyncReturns<string>
  /** Starts a server that outlives signals of the terminal, its output in the open file `log`. */
  start(file: string, args: readonly string[], log: number): ReturnType<typeof spawn>
  /** Gives a folder with all it holds to that user. */
  own(folder: string): void
}

/** Where the server runs: its programs, its user and its data folder. */
export interface ServerLocation {
  readonly binaries: Binaries
  readonly user: ServerUser
  /** Holds the data folder and what the launcher keeps; may lie elsewhere than in DATA_DIR, which then links to it. */
  readonly home: string
}

/** The way of running Postgres that works here. `elsewhere` is where binaries and data go when nothing else does. */
export function chooseLocation(
  binaries: Binaries,
  link: string,
  home: string,
  elsewhere = '/var/lib/plp',
): ServerLocation {
  if (process.getuid?.() !== 0) return { binaries, user: self, home }
  if (nobodyCanRun(binaries, path.dirname(home))) return { binaries, user: nobody, home }
  const probe = namespace.run(binary(binaries, 'postgres'), ['--version'])
  if (probe.status === 0) return { binaries, user: namespace, home }
  return moveElsewhere(binaries, link, home, elsewhere)
}

function moveElsewhere(binaries: Binaries, link: string, home: string, elsewhere: string): ServerLocation {
  const id = createHash('sha256').update(link).digest('hex').slice(0, 12)
  const target = path.join(elsewhere, id, 'postgres')
  const moved = { root: path.join(elsewhere, binaries.version), version: binaries.version }
  try {
    mkdirSync(path.dirname(target), { recursive: true, mode: 0o755 })
    copyBinaries(binaries.root, moved.root)
    if (nobodyCanRun(moved, path.dirname(target))) {
      if (home !== target) linkTo(target, link)
      return { binaries: moved, user: nobody, home: target }
    }
  } catch (error) {
    throw new EmbeddedPostgresError(`${CANNOT} (${(error as Error).message})`)
  }
  throw new EmbeddedPostgresError(CANNOT)
}

const CANNOT =
  'PostgreSQL refuses to run as root, and neither another user nor a user namespace nor /var/lib/plp works here; start PLP as another user, or set DATABASE_URL'

/** Copies a folder so that it appears whole or not at all. */
function copyWhole(from: string, to: string): void {
  const half = `${to}.new-${process.pid}`
  rmSync(half, { recursive: true, force: true })
  cpSync(from, half, { recursive: true, verbatimSymlinks: true })
  renameSync(half, to)
}

function copyBinaries(from: string, to: string): void {
  if (existsSync(to)) return
  copyWhole(from, to)
  // The installation may have come under a strict umask; its copy is for the other user to read.
  spawnSync('/bin/chmod', ['-R', 'a+rX', to])
}

function linkTo(target: string, link: string): void {
  if (existsSync(link)) {
    copyWhole(link, target)
    // Copied folders get the modes of the umask; Postgres insists on its own.
    for (const folder of [target, path.join(target, 'data')]) chmodSync(folder, 0o700)
    rmSync(link, { recursive: true })
  }
  rmSync(link, { force: true })
  symlinkSync(target, link)
}

function nobodyCanRun(binaries: Binaries, folder: string): boolean {
  const script = 'cd "$1" && exec "$2" --version'
  return nobody.run('/bin/sh', ['-c', script, 'sh', folder, binary(binaries, 'postgres')]).status === 0
}

interface Identity {
  readonly uid?: number
  readonly gid?: number
}

function serverUser(
  kind: ServerUser['kind'],
  identity: Identity,
  prefix: readonly string[],
  ownAll: ServerUser['own'],
): ServerUser {
  const command = (file: string, args: readonly string[]): [string, string[]] => {
    const [first = file, ...rest] = [...prefix, file, ...args]
    return [first, rest]
  }
  // The working folder is one everybody may enter: the app's own may be closed to the server's user.
  const options = { ...identity, cwd: path.parse(process.cwd()).root, windowsHide: true }
  return {
    kind,
    run: (file, args) => spawnSync(...command(file, args), { ...options, encoding: 'utf8' }),
    start: (file, args, log) =>
      spawn(...command(file, args), { ...options, detached: true, stdio: ['ignore', log, log] }),
    own: ownAll,
  }
}

function chownAll(folder: string, uid: number, gid: number): void {
  const data = path.join(folder, 'data')
  if (lstatSync(folder).uid === uid && (!existsSync(data) || lstatSync(data).uid === uid)) return
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' }))
    chownSync(path.join(folder, name), uid, gid)
  chownSync(folder, uid, gid)
}

const self = serverUser('self', {}, [], () => undefined)
const nobody = serverUser('nobody', { uid: NOBODY, gid: NOBODY }, [], (folder) => chownAll(folder, NOBODY, NOBODY))
const namespace = serverUser('namespace', {}, ['unshare', '--user'], (folder) => chownAll(folder, 0, 0))
