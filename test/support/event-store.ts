import { exec, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { createEventStoreDbLog } from '../../src/event-log/eventstoredb/eventstoredb-log.ts'

const { TEST_EVENTSTORE_URL: url, TEST_EVENTSTORE_KILL: kill, TEST_EVENTSTORE_START: start } = process.env

/** URL of a real EventStoreDB to test on; if undefined, the event logs of tests are in Postgres. */
export const eventStoreUrl = url

/** True if a real EventStoreDB is named, and the environment has shell commands to kill and start it. */
export const canKillEventStore = Boolean(url && kill && start)

/**
 * Settings of a process on the EventStoreDB that `TEST_EVENTSTORE_URL` names, with a prefix of its own; empty without
 * one.
 */
export function eventStoreSettings(): Record<string, string> {
  return url ? { EVENTSTORE_URL: url, EVENTSTORE_PREFIX: `c${randomBytes(6).toString('hex')}` } : {}
}

/** The log of processes with those settings, for `audit`. */
export const auditedLog = ({ EVENTSTORE_URL, EVENTSTORE_PREFIX }: Record<string, string>) =>
  EVENTSTORE_URL === undefined ? {} : { eventStoreUrl: EVENTSTORE_URL, prefix: EVENTSTORE_PREFIX ?? '' }

/** kill -9, by the shell command of the environment. */
export async function killEventStore(): Promise<void> {
  await promisify(exec)(kill ?? '')
}

/** Resolves once the server reads and writes; throws after a minute. */
export async function startEventStore(): Promise<void> {
  spawn('sh', ['-c', start ?? ''], { stdio: 'ignore', detached: true }).unref()
  const log = createEventStoreDbLog({ url: url ?? '', prefix: 'probe' })
  const deadline = Date.now() + 60_000
  try {
    for (;;) {
      const ready = await log.ready().then(
        () => true,
        () => false,
      )
      if (ready) return
      if (Date.now() > deadline) throw new Error('the event store was not ready within a minute')
      await sleep(200)
    }
  } finally {
    await log.close()
  }
}
