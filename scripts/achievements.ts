// npm run achievements -- retroactive [--dry-run] [--only ID]
import { setTimeout as sleep } from 'node:timers/promises'
import type { ProjectionEngine } from '../projections/engine/engine.ts'
import { ACHIEVEMENTS } from '../src/areas/achievements/area.ts'
import type { RetroactiveReport } from '../src/areas/achievements/contract.ts'
import { createContainer } from '../src/container.ts'
import { TYPES } from '../src/identifiers.ts'
import { isoNow, systemClock } from '../src/kernel/clock.ts'
import { systemContext } from '../src/kernel/system-context.ts'
import { counted } from '../src/slice/words.ts'
import { createProgressBar, type ProgressBar } from './support/progress-bar.ts'
import { createLongCommand, Refused, runHere, type Shell } from './support/shell.ts'

const usage = `npm run achievements -- retroactive [--dry-run] [--only ID]

Unlocks achievements that players earned before the achievement existed, dated by the event that earned it. You can interrupt it
and run it again; existing unlocks do not change. The server may run meanwhile. Uses the store of the settings (DATA_DIR,
DATABASE_URL, EVENTSTORE_URL).

  --dry-run    prints the unlocks and changes nothing
  --only ID    one achievement only, e.g. streak-master`

async function run(
  { terminal, settings, logger, open, atEnd }: Shell,
  isDryRun: boolean,
  only: string | null,
): Promise<RetroactiveReport> {
  const stores = await open(settings())
  const container = createContainer({ ...stores, clock: systemClock, logger, onChanges: () => undefined })
  const engine = container.get(TYPES.Engine)
  const bar = createProgressBar(terminal.err)
  const unlocking = createProgressBar(terminal.err, 'achievements')
  atEnd(async () => {
    bar.end()
    unlocking.end()
    await engine.stop()
  })
  await engine.start()
  await untilFolded(engine, bar)
  const context = systemContext(isoNow(systemClock))
  await container.get(ACHIEVEMENTS.Achievements).introduce(context)
  const retroactive = container.get(ACHIEVEMENTS.Retroactive)
  const onProgress = (done: number, total: number) => {
    if (total > 0) unlocking.report('Unlocking', done, total)
  }
  const report = isDryRun
    ? await retroactive.dryRun(only)
    : await retroactive.run(only, context, { waitMs: Number.POSITIVE_INFINITY, onProgress })
  if (!report) throw new Refused(`There is no achievement ${only}`)
  return report
}

/** Waits until the history has been folded with the current catalogue: by this process, or by the server if one runs. */
async function untilFolded(engine: ProjectionEngine, bar: ProgressBar): Promise<void> {
  for (;;) {
    const { projections } = await engine.status()
    const facts = projections.find(({ name }) => name === 'achievements')!
    if (facts.paused) throw new Refused('The read model of achievements is paused; see npm run projections -- status')
    if (facts.rebuildError) throw new Refused(`The history could not be folded: ${facts.rebuildError}`)
    if (facts.liveVersion === facts.version && !facts.rebuilding && !facts.behind) return
    const { done, total } = facts.rebuilding ?? { done: facts.events, total: null }
    bar.report('Folding the history', done, total)
    await sleep(100)
  }
}

function linesOf({ dryRun, totalUnlocked, usersAffected, achievements, results }: RetroactiveReport): string[] {
  if (totalUnlocked === 0) return ['Nobody has anything to catch up on']
  const summary = `${counted(totalUnlocked, 'achievement')} ${dryRun ? 'would be unlocked' : 'unlocked'} for ${counted(usersAffected, 'player')}`
  return [
    ...achievements.map(
      ({ achievementId, name, players }) => `${name} (${achievementId}): ${counted(players, 'player')}`,
    ),
    ...results.map(
      ({ username, achievements: got }) =>
        `${username}: ${got.map(({ name, earnedAt }) => `${name} (${earnedAt})`).join(', ')}`,
    ),
    ...(usersAffected > results.length ? [`… and ${usersAffected - results.length} more`] : []),
    summary,
  ]
}

export const main = createLongCommand({
  usage,
  needsArguments: true,
  options: { 'dry-run': { type: 'boolean', default: false }, only: { type: 'string' } },
  async work(shell, { values, positionals: [command, ...more] }) {
    const unknown = command === 'retroactive' ? more[0] : command
    if (unknown !== undefined) throw new Refused(`npm run achievements does not know ${unknown}; see --help`)
    for (const line of linesOf(await run(shell, values['dry-run'], values.only ?? null))) shell.print(line)
    return 0
  },
})

if (import.meta.main) await runHere(main)
