import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { EmbeddedPostgresError } from './embedded-postgres-error.ts'

/** A PostgreSQL installation: a folder with `bin`, `lib` and `share`. */
export interface Binaries {
  readonly root: string
  readonly version: string
}

export const binary = (binaries: Binaries, name: 'initdb' | 'pg_ctl' | 'postgres'): string =>
  path.join(binaries.root, 'bin', process.platform === 'win32' ? `${name}.exe` : name)

/** Finds the binaries that npm installed for this platform, and creates missing library links. */
export function findBinaries(): Binaries {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  let entry: string
  try {
    entry = createRequire(import.meta.url).resolve(name)
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed (npm ci installs it where it exists); otherwise set DATABASE_URL to your own PostgreSQL`,
    )
  }
  const folder = path.join(path.dirname(entry), '..')
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8')) as { version: string }
  const binaries = { root: path.join(folder, 'native'), version }
  linkLibraries(folder)
  assertRunnable(binary(binaries, 'postgres'))
  return binaries
}

/** Creates the links of the package's install script, which npm skips with --ignore-scripts, and npm 11 always. */
export function linkLibraries(folder: string): void {
  const list = path.join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links = JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]
  for (const { source, target } of links) {
    const link = path.join(folder, target)
    if (existsSync(link)) continue
    try {
      symlinkSync(path.relative(path.dirname(link), path.join(folder, source)), link)
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code === 'EEXIST') continue
      throw new EmbeddedPostgresError(
        `A library link is missing and cannot be created (${code}): ${link}; run npm rebuild as the owner of node_modules, or set DATABASE_URL`,
      )
    }
  }
}

/** The binaries need glibc. Without its loader, executing an existing file fails with ENOENT. */
export function assertRunnable(file: string): void {
  const { error } = spawnSync(file, ['--version'], { cwd: '/', stdio: 'ignore' })
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  if (code === 'ENOENT' && existsSync(file))
    throw new EmbeddedPostgresError(
      'The embedded PostgreSQL needs glibc, which Alpine and other musl systems lack; set DATABASE_URL to your own PostgreSQL',
    )
  if (error) throw new EmbeddedPostgresError(`The embedded PostgreSQL does not start here (${code}); set DATABASE_URL`)
}
