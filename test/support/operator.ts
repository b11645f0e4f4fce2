import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import type { TestApp } from './app.ts'
import { bareEnvironment } from './bare-environment.ts'
import { eventStoreUrl } from './event-store.ts'

/** A command in a process of its own, as an operator runs it on the store of a game; `input` is what it reads from standard input. */
export async function runCommandOn(
  app: Pick<TestApp, 'databaseUrl' | 'masterKey' | 'prefix'>,
  script: string,
  args: readonly string[],
  { env = {}, input = '' }: { readonly env?: Readonly<Record<string, string>>; readonly input?: string } = {},
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
  // What ends before it reads breaks the pipe, which is nothing to a test.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [out, error, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { lines: out.trimEnd().split('\n'), error, code: code as number | null }
}
