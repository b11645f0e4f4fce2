import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './app.ts'
import { bareEnvironment } from './bare-environment.ts'
import { eventStoreUrl } from './event-store.ts'

type Store = Pick<TestApp, 'databaseUrl' | 'masterKey' | 'prefix'>
interface Around {
  readonly env?: Readonly<Record<string, string>>
  readonly input?: string
}

/** Runs a command in its own process on the store of a game, as an operator does; `input` is its standard input. */
export async function runCommandOn(app: Store, script: string, args: readonly string[], around: Around = {}) {
  const { said, ended } = startCommandOn(app, script, args, around)
  const code = await ended
  return { lines: said.out.trimEnd().split('\n'), error: said.err, code }
}

/** The same, while it runs: its output so far, and its exit code once it ends. */
export function startCommandOn(
  app: Store,
  script: string,
  args: readonly string[],
  { env = {}, input = '' }: Around = {},
) {
  const file = fileURLToPath(new URL(`../../scripts/${script}.ts`, import.meta.url))
  const child = spawn(process.execPath, [file, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      ...bareEnvironment(),
      DATABASE_URL: app.databaseUrl,
      MASTER_KEY: app.masterKey.toString('base64'),
      ...(eventStoreUrl ? { EVENTSTORE_URL: eventStoreUrl, EVENTSTORE_PREFIX: app.prefix } : {}),
      ...env,
    },
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
