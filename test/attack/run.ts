import { performance } from 'node:perf_hooks'
import { addresses } from './addresses.ts'
import { aftermath } from './aftermath.ts'
import type { Attack, Check } from './attack.ts'
import { chat } from './chat.ts'
import { costlyReads } from './costly-reads.ts'
import { encodedBodies } from './encoded-bodies.ts'
import { endings } from './endings.ts'
import { createFuzz } from './fuzz/fuzz.ts'
import { startGame } from './game.ts'
import { growth } from './growth.ts'
import { headers } from './headers.ts'
import { inbox } from './inbox.ts'
import { keys } from './keys.ts'
import { lockout } from './lockout.ts'
import { metrics } from './metrics.ts'
import { neverReading } from './never-reading.ts'
import { ownThings } from './own-things.ts'
import { paths } from './paths.ts'
import { recoveryFlood } from './recovery-flood.ts'
import { redirects } from './redirects.ts'
import { registrations } from './registrations.ts'
import { school } from './school.ts'
import { silentSockets } from './silent-sockets.ts'
import { socketFlood } from './socket-flood.ts'
import { socketLogout } from './socket-logout.ts'
import { spraying } from './spraying.ts'
import { startOutput } from './start-output.ts'
import { uploads } from './uploads.ts'

/** One row of the table. */
export interface Row extends Check {
  readonly attack: string
}

/**
 * All attacks in order. The school comes first, while the machine is idle; then one after another, as each measures
 * times. Attacks that mostly wait run concurrently. At the end the remaining state of the game is checked.
 */
export function attacksOf(seed: string, fuzzed: number): readonly (readonly Attack[])[] {
  return [
    [startOutput],
    [school],
    [headers],
    [redirects],
    [paths],
    [metrics],
    [addresses],
    [keys],
    [growth],
    [inbox],
    [chat],
    [ownThings],
    [encodedBodies],
    [uploads],
    [costlyReads],
    [recoveryFlood],
    [endings],
    [registrations],
    [spraying],
    [lockout, silentSockets, neverReading],
    [socketLogout],
    [createFuzz({ seed, requests: fuzzed })],
    [socketFlood],
    [aftermath],
  ]
}

/**
 * Runs attacks against a game of their own; `say` receives the progress. Returns all results. Throws if interrupted;
 * the game is stopped and removed in any case.
 */
export async function runAttacks(
  rounds: readonly (readonly Attack[])[],
  say: (line: string) => void,
  signal?: AbortSignal,
): Promise<readonly Row[]> {
  const rows: Row[] = []
  const { promise: brokenOff, reject } = Promise.withResolvers<never>()
  brokenOff.catch(() => undefined)
  signal?.addEventListener('abort', () => reject(signal.reason))
  const game = await startGame()
  try {
    for (const round of rounds) {
      signal?.throwIfAborted()
      const began = performance.now()
      for (const { name, does } of round) say(`${name}: ${does}`)
      const running = round.map(async (attack) => {
        const seen = await attack.run(game).catch((error: Error) => [broken(error)])
        return seen.map((check) => ({ attack: attack.name, ...check }))
      })
      const checks = await Promise.race([Promise.all(running), brokenOff])
      rows.push(...checks.flat())
      if (!(await game.recover()))
        rows.push({
          attack: round.map(({ name }) => name).join(', '),
          holds: 'the game answers afterwards',
          seen: 'it had to be started again',
          ok: false,
        })
      const failed = checks.flat().filter(({ ok }) => !ok).length
      say(`  ${((performance.now() - began) / 1_000).toFixed(1)} s${failed > 0 ? `, ${failed} do not hold` : ''}`)
    }
  } finally {
    await game.close()
  }
  return rows
}

/** An attack that does not finish proves nothing. */
const broken = ({ message }: Error): Check => ({ holds: 'the attack comes to its end', seen: message, ok: false })

/** The table, followed by the single failures. */
export function tableOf(rows: readonly Row[]): string {
  const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
  const lines = rows.map(
    ({ attack, holds, seen, ok }) => `| ${attack} | ${cell(holds)} | ${cell(seen)} | ${ok ? 'ok' : 'FAILS'} |`,
  )
  const details = rows.flatMap(({ attack, details = [] }) => details.map((line) => `${attack}: ${line}`))
  return [
    '| attack | what holds | seen | |',
    '|---|---|---|---|',
    ...lines,
    ...(details.length ? ['', ...details] : []),
  ].join('\n')
}
