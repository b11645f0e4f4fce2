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
  /** Polled every second while a run or a fold is in progress. */
  retroactive: read('/api/admin/achievements/retroactive', { fresh: { dedupingInterval: 500, ...again(2_000) } }),
}

export function useAllAchievements() {
  return useSWR<Achievement[]>(shared.achievements.key)
}

/** Preview and run. Both report their failures. The end of a run is always announced, even after a reload. */
export function useRetroactive() {
  const { mutate } = useSWRConfig()
  const [step, setStep] = useState<'idle' | 'previewing' | 'ordering'>('idle')
  /** A run that continues after its request, or that was already running on load. */
  const [followed, setFollowed] = useState<Outcome | null>(null)
  /** Progress of fold and run, polled every second while one is active. */
  const status = useSWR<RetroactiveStatus>(reads.retroactive.key, {
    ...reads.retroactive.fresh,
    refreshInterval: (status) => (step === 'ordering' || isUnderWay(status) ? 1_000 : 0),
  })
  const run = status.data?.run
  const isRunning = run?.state === 'running'

  useEffect(() => {
    if (step === 'ordering' || !run) return
    if (followed && isOver(followed, run)) announceCompletion(followed)
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
    /** Fetches the preview; null on failure. */
    async preview(only: string | undefined): Promise<RetroactiveReport | null> {
      setStep('previewing')
      const report = await order({ dryRun: true, only })
      setStep('idle')
      return report
    },
    /** Returns whether the run was started. */
    async unlock(only: string | undefined): Promise<boolean> {
      setStep('ordering')
      const report = await order({ dryRun: false, only })
      // Refetched first: the cached status may describe the previous run.
      await mutate(reads.retroactive.key).catch(() => undefined)
      if (report) {
        const outcome = { total: report.totalUnlocked, users: report.usersAffected }
        if (report.state === 'running') setFollowed(outcome)
        else announceCompletion(outcome)
      }
      setStep('idle')
      return report !== null
    },
  }
}

function announceCompletion({ total, users }: Outcome): void {
  toast({ title: 'Retroactive achievements completed', description: outcomeOf(total, users) })
}
