import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** State and start time of a process from /proc; null when unavailable. */
function statOf(pid: number): { readonly state: string; readonly started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the program's name in parentheses, may contain spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** True if the process is alive, of any owner. Zombies are dead. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** Start time of a process, to distinguish a later one with the same id; empty when unavailable. */
const startedAt = (pid: number): string => statOf(pid)?.started ?? ''

/** The program name of a process; `null` when unavailable. */
export function programOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}

/**
 * Tracks the processes that use one embedded server (the app, scripts) with a file each. The last process stops the server. Files
 * of killed processes are ignored.
 */
export function createUsers(folder: string) {
  const own = path.join(folder, String(process.pid))
  const lives = (name: string): boolean => {
    const pid = Number(name)
    if (pid === process.pid) return false
    try {
      if (alive(pid) && readFileSync(path.join(folder, name), 'utf8') === startedAt(pid)) return true
      rmSync(path.join(folder, name), { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return false
  }
  return {
    join(): void {
      mkdirSync(folder, { recursive: true })
      writeFileSync(own, startedAt(process.pid))
    },
    leave: (): void => rmSync(own, { force: true }),
    /** True if another living process uses the server. */
    others: (): boolean => readdirSync(folder).filter(lives).length > 0,
  }
}
