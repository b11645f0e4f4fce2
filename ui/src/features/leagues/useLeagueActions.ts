import type { League } from '../../../../src/contracts/leagues.ts'
import { toast } from '../../ui/Toast.tsx'
import { useAction } from '../../ui/useAction.ts'
import { useLeagueWrites } from './api.ts'

/** Copies a join code and says so; where the browser forbids it, shows the code to copy by hand. */
export async function shareCode(joinCode: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(joinCode)
    toast({ title: 'Join code copied', description: joinCode })
  } catch {
    toast({
      variant: 'destructive',
      title: 'Failed to copy join code',
      description: `Please copy it manually: ${joinCode}`,
    })
  }
}

/** Joining with one click; `busy` is the league being joined. */
export function useJoin() {
  const writes = useLeagueWrites()
  const { busy, run } = useAction<number>()
  const join = ({ id, name }: Pick<League, 'id' | 'name'>) =>
    run(
      () => writes.join(id),
      { done: { title: 'Joined league successfully', description: name }, failed: 'Failed to join league' },
      id,
    )
  return { busy, join }
}
