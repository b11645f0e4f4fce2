import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** State and start time of a process, where the system says so in /proc. */
function statOf(pid: number): { readonly state: string; readonly started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The second field, the program's name in parentheses, may hold spaces.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** Whether a process of that id lives, whoever owns it. One that ended and waits for its parent is dead. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') return false
  }
  return statOf(pid)?.state !== 'Z'
}

/** When a process began, so that a later one with its id is told apart; empty where the system does not say. */
const startedAt = (pid: number): string => statOf(pid)?.started ?? ''

/** The name of a process's program; `null` where the system does not say. */
export function programOf(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim()
  } catch {
    return null
  }
}

/**
 * The processes that use one embedded server (the app, scripts beside it): a file each, so that the last to leave
 * stops the server, and one that was killed counts no more.
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
    /** Whether a living process other than this one uses the server. */
    others: (): boolean => readdirSync(folder).filter(lives).length > 0,
  }
}
