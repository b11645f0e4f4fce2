import { statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'

/** Linux keeps what is written there in memory. */
const MEMORY = '/dev/shm'
/** What the databases of a run need at most, with room to spare; in bytes. */
const ROOM = 6 * 2 ** 30

/** All folders that `databasesFolder` has given on this machine. */
export const databasesFolders: readonly string[] = [MEMORY, tmpdir()]

/**
 * Where the server of a run has its data: in memory where there is room. A run makes and drops hundreds of databases of 9 MB
 * each, for which a slow disk takes ten times as long.
 */
export function databasesFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return Math.min(bavail * bsize, freemem()) > ROOM ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
