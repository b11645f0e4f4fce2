import useSWR, { useSWRConfig } from 'swr'
import type { Projections } from '../../../../src/contracts/projections.ts'
import { http } from '../../api/http.ts'
import { useAction } from '../../ui/useAction.ts'
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
  const { busy, run } = useAction<string>()
  const act = (action: ProjectionAction, name: string) =>
    run(
      async () => {
        try {
          const answer = await http<Projections>(`${reads.projections.key}/${name}/${action}`, { method: 'POST' })
          await mutate(reads.projections.key, answer, { revalidate: false })
        } catch (error) {
          await mutate(reads.projections.key)
          throw error
        }
      },
      { failed: FAILED[action] },
      `${action} ${name}`,
    )
  return { busy, act }
}
