import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Whether a process of that id lives, whoever owns it. */
export function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** When a process began, so that a later one with its id is told apart; empty where the system does not say. */
function startedAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
  } catch {
    return ''
  }
}

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
export interface Users {
  join(): void
  leave(): void
  /** Whether a living process other than this one uses the server. */
  others(): boolean
}

export function createUsers(folder: string): Users {
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
    join() {
      mkdirSync(folder, { recursive: true })
      writeFileSync(own, startedAt(process.pid))
    },
    leave: () => rmSync(own, { force: true }),
    others: () => readdirSync(folder).filter(lives).length > 0,
  }
}
