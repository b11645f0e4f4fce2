import { useState } from 'react'
import type { League } from '../../../../src/contracts/leagues.ts'
import { messageOf } from '../../api/http.ts'
import { toast } from '../../ui/Toast.tsx'
import { useLeagueWrites } from './api.ts'

export function failed(title: string, error: unknown): void {
  toast({ variant: 'destructive', title, description: messageOf(error, 'Please try again later.') })
}

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
  const [busy, setBusy] = useState<number | null>(null)
  const join = async ({ id, name }: Pick<League, 'id' | 'name'>) => {
    setBusy(id)
    try {
      await writes.join(id)
      toast({ title: 'Joined league successfully', description: name })
    } catch (error) {
      failed('Failed to join league', error)
    }
    setBusy(null)
  }
  return { busy, join }
}
