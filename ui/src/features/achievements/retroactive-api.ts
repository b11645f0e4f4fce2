import { useEffect, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type {
  Achievement,
  RetroactiveOrder,
  RetroactiveReport,
  RetroactiveStatus,
} from '../../../../src/areas/achievements/contract.ts'
import { again } from '../../api/cache.ts'
import { http } from '../../api/http.ts'
import { read } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'
import { toast } from '../../ui/Toast.tsx'
import { attempt } from '../../ui/useAction.ts'
import { isOver, isUnderWay, type Outcome, outcomeOf } from './retroactive.ts'

const reads = {
  /** Asked every second while a run or a folding is under way. */
  retroactive: read('/api/admin/achievements/retroactive', { fresh: { dedupingInterval: 500, ...again(2_000) } }),
}

export function useAllAchievements() {
  return useSWR<Achievement[]>(shared.achievements.key)
}

/** The dry run and the run. Both tell their failures; the end of a run is told whenever it comes, also after a reload. */
export function useRetroactive() {
  const { mutate } = useSWRConfig()
  const [step, setStep] = useState<'idle' | 'looking' | 'ordering'>('idle')
  /** A run that goes on behind its order's answer, or was found going on. */
  const [followed, setFollowed] = useState<Outcome | null>(null)
  /** How far folding and run are; looked at each second while something is under way. */
  const status = useSWR<RetroactiveStatus>(reads.retroactive.key, {
    ...reads.retroactive.fresh,
    refreshInterval: (status) => (step === 'ordering' || isUnderWay(status) ? 1_000 : 0),
  })
  const run = status.data?.run
  const isRunning = run?.state === 'running'

  useEffect(() => {
    if (step === 'ordering' || !run) return
    if (followed && isOver(followed, run)) tellCompleted(followed)
    setFollowed(run.state === 'running' ? run : null)
  }, [step, run, followed])

  async function order(body: RetroactiveOrder): Promise<RetroactiveReport | null> {
    const sent = await attempt(() => http<RetroactiveReport>(reads.retroactive.key, { method: 'POST', body }), {
      failed: 'Achievement unlock failed',
    })
    return sent.isDone ? sent.answer : null
  }

  return {
    status,
    isRunning,
    step,
    /** Who would get what; null: it failed. */
    async look(only: string | undefined): Promise<RetroactiveReport | null> {
      setStep('looking')
      const report = await order({ dryRun: true, only })
      setStep('idle')
      return report
    },
    /** Whether it was ordered. */
    async unlock(only: string | undefined): Promise<boolean> {
      setStep('ordering')
      const report = await order({ dryRun: false, only })
      // Fresh first: the run of the status may still be the one before.
      await mutate(reads.retroactive.key).catch(() => undefined)
      if (report) {
        const outcome = { total: report.totalUnlocked, users: report.usersAffected }
        if (report.state === 'running') setFollowed(outcome)
        else tellCompleted(outcome)
      }
      setStep('idle')
      return report !== null
    },
  }
}

function tellCompleted({ total, users }: Outcome): void {
  toast({ title: 'Retroactive achievements completed', description: outcomeOf(total, users) })
}
