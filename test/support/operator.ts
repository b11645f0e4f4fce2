import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import type { Main } from '../../scripts/support/shell.ts'
import type { TestApp } from './app.ts'
import { bareEnvironment } from './bare-environment.ts'
import { eventStoreUrl } from './event-store.ts'

type Store = Pick<TestApp, 'databaseUrl' | 'masterKey' | 'prefix'>
type Environment = Readonly<Record<string, string>>
interface Around {
  readonly env?: Environment
  /** Standard input. */
  readonly input?: string
}

/** Settings of a command on the store of a game. */
export const storeSettings = ({ databaseUrl, masterKey, prefix }: Store): Environment => ({
  DATABASE_URL: databaseUrl,
  MASTER_KEY: masterKey.toString('base64'),
  ...(eventStoreUrl ? { EVENTSTORE_URL: eventStoreUrl, EVENTSTORE_PREFIX: prefix } : {}),
})

const scriptOf = (name: string): string => fileURLToPath(new URL(`../../scripts/${name}.ts`, import.meta.url))

/** Runs a command in this process, which saves the second that a process takes to start. Processes of their own: `startCommandOn`. */
export async function runCommand(script: string, args: readonly string[], { env = {}, input = '' }: Around = {}) {
  const said = { out: '', err: '' }
  const into = (name: 'out' | 'err') => {
    const decoder = new TextDecoder()
    return new Writable({
      write(chunk: Buffer, _, done) {
        said[name] += decoder.decode(chunk, { stream: true })
        done()
      },
    })
  }
  const { main } = (await import(scriptOf(script))) as { main: Main }
  const code = await main({
    ...{ args, env: { ...bareEnvironment(), ...env }, out: into('out'), err: into('err') },
    input: Readable.from(input === '' ? [] : [input]),
    stop: new AbortController().signal,
  })
  return { lines: said.out.trimEnd().split('\n'), out: said.out, error: said.err, code }
}

/** The same, on the store of a game. */
export const runCommandOn = (app: Store, script: string, args: readonly string[], { env, ...around }: Around = {}) =>
  runCommand(script, args, { ...around, env: { ...storeSettings(app), ...env } })

/** A command in its own process: its output so far, and its exit code once it ends. It can lose its store, and be stopped. */
export function startCommandOn(
  app: Store,
  script: string,
  args: readonly string[],
  { env = {}, input = '' }: Around = {},
) {
  const child = spawn(process.execPath, [scriptOf(script), ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...bareEnvironment(), ...storeSettings(app), ...env },
  })
  // A process that ends before it reads breaks the pipe, which does not matter here.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said.out += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said.err += text
  })
  return { child, said, ended: once(child, 'close').then(([code]) => code as number | null) }
}
