import type { League } from '../../../../src/areas/leagues/contract.ts'
import { attempt } from '../../ui/useAction.ts'
import { useSend } from '../../ui/useSend.ts'

/** Copies a join code and confirms it. If the browser forbids copying, shows the code instead. */
export const shareCode = (joinCode: string) =>
  attempt(() => navigator.clipboard.writeText(joinCode), {
    done: { title: 'Join code copied', description: joinCode },
    failed: 'Failed to copy join code',
    otherwise: `Copy it yourself: ${joinCode}`,
  })

export function useJoin({ id, name }: Pick<League, 'id' | 'name'>) {
  const { isBusy, send } = useSend('leagues')
  const join = () =>
    send(`/api/leagues/${id}/join`, {
      done: { title: 'Joined league successfully', description: name },
      failed: 'Failed to join league',
    })
  return { isBusy, join }
}
