import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** Linux keeps files of this folder in memory. */
const MEMORY = '/dev/shm'
/** Upper bound for the databases of a run, with a margin; in bytes. */
const ROOM = 6 * 2 ** 30

/** Every folder that `databasesFolder` may return on this machine. */
export const databasesFolders: readonly string[] = [MEMORY, tmpdir()]

/**
 * The data folder of a run's server: in memory if there is space. A run creates and drops hundreds of databases of 9 MB
 * each, which takes ten times as long on a slow disk.
 */
export function databasesFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) > ROOM ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
