import { useEffect, useState } from 'react'
import useSWR from 'swr'
import type { Fixture } from '../../../../src/contracts/fixtures.ts'
import type {
  TestAnswer,
  TestFixture,
  TestProgress,
  TestRun,
  TestRunKind,
  TestUser,
} from '../../../../src/contracts/testing.ts'
import { ApiError, httpPage, type ListPage } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { useWrite } from '../../api/write.ts'
import { toast } from '../../ui/Toast.tsx'
import { useAction } from '../../ui/useAction.ts'
import { callOf, FAILED, type Order, titleOf } from './model.ts'
import { reads } from './reads.ts'

/** Whether the tool is off on this server: then none of its calls is there. */
export const isOff = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A page of the test users. */
export function useTestUsers(offset: number) {
  return useSWR<ListPage<TestUser>>(reads.users.key(offset), (path: string) => httpPage<TestUser>(path), {
    keepPreviousData: true,
  })
}

/** The matches of a gameweek with what the tool made of them; null: nothing is asked. */
export function useTestGameweek(gameweek: number | null) {
  return useSWR<TestFixture[]>(gameweek === null ? null : reads.gameweek.key(gameweek), { keepPreviousData: true })
}

/** The gameweek that is played now; undefined while nobody knows. */
export function useCurrentGameweek(): number | undefined {
  const { data } = useSWR<Fixture[]>(shared.currentFixtures.key, shared.currentFixtures.fresh)
  return data?.[0]?.gameweek
}

/** What runs and has run, and how to order a run. The end of a run that was ordered here is told whenever it comes. */
export function useTesting() {
  const progress = useSWR<TestProgress>(reads.progress.key, {
    ...reads.progress.fresh,
    refreshInterval: (data) => (data?.running ? 1_000 : 0),
  })
  const write = useWrite('testing')
  const { busy, run } = useAction<TestRunKind>()
  const stopping = useAction()
  const [followed, follow] = useState<number | null>(null)
  const over = progress.data?.runs.find(({ id }) => id === followed)

  useEffect(() => {
    if (!over) return
    follow(null)
    tell(over)
  }, [over])

  const isHeld = busy !== null || progress.data?.running != null
  return {
    progress,
    /** What was ordered, until the server has answered. */
    busy,
    /** A run goes on, or is ordered: no other can begin. */
    isHeld,
    isStopping: stopping.isBusy,
    async order(order: Order) {
      if (isHeld) return
      const { path, ...options } = callOf(order)
      const words = { failed: FAILED[order.kind], otherwise: 'The server did not answer.' }
      const sent = await run(() => write<TestAnswer>(path, options), words, order.kind)
      if (!sent.isDone) return
      const { run: begun } = sent.answer
      if (begun.state === 'running') follow(begun.id)
      else tell(begun)
    },
    stop: () =>
      stopping.run(() => write('/api/test/stop', { method: 'POST' }), {
        failed: 'Failed to stop',
        otherwise: 'The server did not answer.',
      }),
  }
}

function tell(run: TestRun): void {
  if (run.state === 'failed')
    toast({ variant: 'destructive', title: FAILED[run.kind], description: run.error ?? undefined })
  else toast({ title: titleOf(run), description: run.message ?? undefined })
}

export type Testing = ReturnType<typeof useTesting>
