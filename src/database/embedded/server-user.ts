import { type SpawnSyncReturns, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
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

/** Uid and gid of `nobody`, the user without rights on every Linux. */
const NOBODY = 65_534

/** The system user of PostgreSQL, which refuses to run as root. */
interface ServerUser {
  /** `self`: the user of the app; `nobody`: by uid; `namespace`: root in a user namespace without rights. */
  readonly kind: 'self' | 'nobody' | 'namespace'
  run(file: string, args: readonly string[]): SpawnSyncReturns<string>
  /** Starts a server that does not receive signals of the terminal, with its output in the open file `log`. */
  start(file: string, args: readonly string[], log: number): ReturnType<typeof spawn>
  /** Makes the user the owner of a file, or of a folder and its contents. */
  chown(target: string): void
  /** Makes the user the owner of the data in `home`, and of nothing else there. */
  own(home: string): void
}

const DATA = 'data'

/** The data directory of PostgreSQL. */
export const dataFolder = (home: string): string => path.join(home, DATA)

/** The files of the processes that use the server. */
export const usersFolder = (home: string): string => path.join(home, 'users')

/** The programs, user and data folder of the server. */
export interface ServerLocation {
  readonly binaries: Binaries
  readonly user: ServerUser
  /** Folder with the data and the files of the launcher. If it is outside DATA_DIR, a link there points to it. */
  readonly home: string
}

/** Chooses a user and folder with which PostgreSQL can run here. `elsewhere`: the last resort for binaries and data. */
export function chooseLocation(
  binaries: Binaries,
  link: string,
  home: string,
  elsewhere = '/var/lib/plp',
): ServerLocation {
  refuseForeign(home)
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

/** Copies a folder atomically. */
function copyWhole(from: string, to: string): void {
  const unfinished = `${to}.new-${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  cpSync(from, unfinished, { recursive: true, verbatimSymlinks: true })
  renameSync(unfinished, to)
}

function copyBinaries(from: string, to: string): void {
  if (existsSync(to)) return
  copyWhole(from, to)
  // The installation may have a strict umask; the other user must be able to read the copy.
  spawnSync('/bin/chmod', ['-R', 'a+rX', to])
}

function linkTo(target: string, link: string): void {
  const moved = `${link}.moved`
  if (existsSync(link)) {
    // A folder in place of the link is newer: a restored backup, or a move that was killed.
    rmSync(target, { recursive: true, force: true })
    copyWhole(link, target)
    // Copied folders have the modes of the umask; PostgreSQL requires 0700.
    for (const folder of [target, dataFolder(target)]) chmodSync(folder, 0o700)
    // A removal that is killed must not leave part of the folder in its place, which would count as newer.
    rmSync(moved, { recursive: true, force: true })
    renameSync(link, moved)
  }
  rmSync(link, { force: true })
  symlinkSync(target, link)
  rmSync(moved, { recursive: true, force: true })
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
  ownership: Pick<ServerUser, 'chown' | 'own'>,
): ServerUser {
  const command = (file: string, args: readonly string[]): [string, string[]] => {
    const [first = file, ...rest] = [...prefix, file, ...args]
    return [first, rest]
  }
  // The root as working directory: the server's user may lack access to the app's.
  const options = { ...identity, cwd: path.parse(process.cwd()).root, windowsHide: true }
  return {
    kind,
    run: (file, args) => spawnSync(...command(file, args), { ...options, encoding: 'utf8' }),
    start: (file, args, log) =>
      spawn(...command(file, args), { ...options, detached: true, stdio: ['ignore', log, log] }),
    ...ownership,
  }
}

function ownedBy(uid: number, gid: number): Pick<ServerUser, 'chown' | 'own'> {
  const chown = (target: string): void => {
    const found = lstatSync(target)
    if (found.uid === uid) return
    if (found.isDirectory())
      for (const name of readdirSync(target, { recursive: true, encoding: 'utf8' }))
        lchownSync(path.join(target, name), uid, gid)
    lchownSync(target, uid, gid)
  }
  return {
    chown,
    own: (home) => {
      takeFolder(home)
      if (existsSync(usersFolder(home))) takeFolder(usersFolder(home))
      chown(dataFolder(home))
    },
  }
}

/** Takes a folder of the launcher from `nobody`, to whom earlier releases gave it: root would follow links placed there. */
function takeFolder(folder: string): void {
  lchownSync(folder, 0, 0)
  chmodSync(folder, 0o711)
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (!(entry.isFile() || entry.isDirectory() || entry.name === DATA))
      rmSync(path.join(folder, entry.name), { force: true })
}

/**
 * Throws `EmbeddedPostgresError` for data of another user. Root could use them, but would leave files that their owner cannot
 * use, and follow links that their owner has placed.
 */
export function refuseForeign(home: string): void {
  const own = process.getuid?.()
  if (own === undefined || !existsSync(home)) return
  const { uid } = lstatSync(home)
  if (uid !== own && !(own === 0 && uid === NOBODY)) throw foreign(home, uid)
}

/** Throws `EmbeddedPostgresError` as root in a folder of another user, who could replace the data with a link. */
export function refuseForeignFolder(folder: string): void {
  const { uid } = lstatSync(folder)
  if (process.getuid?.() === 0 && uid !== 0) throw foreign(folder, uid)
}

const foreign = (folder: string, uid: number): EmbeddedPostgresError =>
  new EmbeddedPostgresError(`${folder} belongs to another user (uid ${uid}): start PLP as that user`)

const self = serverUser('self', {}, [], { chown: () => undefined, own: () => undefined })
const nobody = serverUser('nobody', { uid: NOBODY, gid: NOBODY }, [], ownedBy(NOBODY, NOBODY))
const namespace = serverUser('namespace', {}, ['unshare', '--user'], ownedBy(0, 0))
