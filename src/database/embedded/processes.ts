import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** In the file of a process that stops the server if no other uses it. */
const ALONE = 'alone'
const WAIT_MS = 20

/**
 * Tracks the processes that use one embedded server (the app, scripts) with a file each. The last process stops the server. Files
 * of killed processes are ignored.
 */
export function createUsers(folder: string) {
  const own = path.join(folder, String(process.pid))
  const write = (state: '' | typeof ALONE): void => {
    // Replaced at once, since others remove a file with a wrong time.
    const started = startedAt(process.pid)
    writeFileSync(`${own}.new`, state === '' ? started : `${started} ${state}`)
    renameSync(`${own}.new`, own)
  }
  /** The state of another living process; null: none has this id. */
  const stateOf = (name: string): string | null => {
    const pid = Number(name)
    if (pid === process.pid) return null
    try {
      const [started, state = ''] = readFileSync(path.join(folder, name), 'utf8').split(' ')
      if (alive(pid) && started === startedAt(pid)) return state
      rmSync(path.join(folder, name), { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
    return null
  }
  const states = (): string[] =>
    readdirSync(folder)
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => stateOf(name) ?? [])
  return {
    /** Joins. Without another living process `whenAlone` runs first, while processes that join wait. */
    async join(whenAlone: () => Promise<void>): Promise<void> {
      mkdirSync(folder, { recursive: true })
      // Each writes before it reads, so of two at once neither is alone.
      write(ALONE)
      const isAlone = states().length === 0
      if (isAlone) await whenAlone()
      write('')
      while (!isAlone && states().includes(ALONE)) await sleep(WAIT_MS)
    },
    leave: (): void => rmSync(own, { force: true }),
    /** True if another living process uses the server. */
    others: (): boolean => states().length > 0,
  }
}
