import { useCallback, useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Projections } from '../../../../src/contracts/projections.ts'
import { http, messageOf } from '../../api/http.ts'
import { toast } from '../../ui/Toast.tsx'
import { reads } from './reads.ts'

/** While something is being built its progress is worth a look a second. */
const interval = (data: Projections | undefined): number =>
  data?.projections.some((projection) => projection.rebuilding) ? 1_000 : 10_000

export function useProjections() {
  return useSWR<Projections>(reads.projections.key, { ...reads.projections.fresh, refreshInterval: interval })
}

export type ProjectionAction = 'retry' | 'skip' | 'rebuild'

const FAILED: Record<ProjectionAction, string> = {
  retry: 'Retry failed',
  skip: 'Skip failed',
  rebuild: 'Rebuild failed',
}

/** Acts on one read model or reactor. `busy` is `{action} {name}` while it runs. */
export function useProjectionAction() {
  const { mutate } = useSWRConfig()
  const [busy, setBusy] = useState<string | null>(null)
  const run = useCallback(
    async (action: ProjectionAction, name: string) => {
      setBusy(`${action} ${name}`)
      try {
        await mutate(
          reads.projections.key,
          await http<Projections>(`${reads.projections.key}/${name}/${action}`, { method: 'POST' }),
          {
            revalidate: false,
          },
        )
      } catch (error) {
        toast({
          variant: 'destructive',
          title: FAILED[action],
          description: messageOf(error, 'Please try again later.'),
        })
        await mutate(reads.projections.key)
      }
      setBusy(null)
    },
    [mutate],
  )
  return { busy, run }
}
