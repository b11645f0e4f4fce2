import { useEffect, useState } from 'react'
import useSWR from 'swr'
import type { TestAnswer, TestProgress, TestRun, TestRunKind } from '../../../../src/areas/testing/contract.ts'
import { ApiError } from '../../api/http.ts'
import { toast } from '../../ui/Toast.tsx'
import { useSend } from '../../ui/useSend.ts'
import { callOf, FAILED, type Order, titleOf } from './model.ts'
import { reads } from './reads.ts'

const otherwise = 'The server did not answer.'

/** Whether the tool is off on this server: none of its endpoints exists. */
export const isOff = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Current and past runs, and the request for a new one. The end of a run started here is always announced. */
export function useTesting() {
  const progress = useSWR<TestProgress>(reads.progress.key, {
    ...reads.progress.fresh,
    refreshInterval: (data) => (data?.running ? 1_000 : 0),
  })
  const { busy, send } = useSend<TestRunKind>('testing')
  const stopping = useSend('testing')
  const [followed, follow] = useState<number | null>(null)
  const over = progress.data?.runs.find(({ id }) => id === followed)

  useEffect(() => {
    if (!over) return
    follow(null)
    announce(over)
  }, [over])

  const isBlocked = busy !== null || progress.data?.running != null
  return {
    progress,
    /** The job in the pending request. */
    busy,
    /** A run is active or requested: no other can start. */
    isBlocked,
    isStopping: stopping.isBusy,
    async order(order: Order) {
      if (isBlocked) return
      const { path, ...options } = callOf(order)
      const sent = await send<TestAnswer>(path, { ...options, failed: FAILED[order.kind], otherwise, mark: order.kind })
      if (!sent.isDone) return
      const { run: begun } = sent.answer
      if (begun.state === 'running') follow(begun.id)
      else announce(begun)
    },
    stop: () => stopping.send('/api/test/stop', { failed: 'Failed to stop', otherwise }),
  }
}

function announce(run: TestRun): void {
  if (run.state === 'failed')
    toast({ variant: 'destructive', title: FAILED[run.kind], description: run.error ?? undefined })
  else toast({ title: titleOf(run), description: run.message ?? undefined })
}

export type Testing = ReturnType<typeof useTesting>
