import { useState } from 'react'
import useSWR from 'swr'
import type { Team } from '../../../../src/areas/fixtures/contract.ts'
import type { Profile, ProfileChange, ProfileStats } from '../../../../src/areas/profiles/contract.ts'
import { shared } from '../../api/shared.ts'
import { useSend } from '../../ui/useSend.ts'
import { type Problems, problemsOf } from './model.ts'
import { reads } from './reads.ts'

export const otherwise = 'The server did not answer.'

export function useProfile() {
  return useSWR<Profile>(reads.profile.key)
}

export function useProfileStats() {
  return useSWR<ProfileStats>(reads.stats.key)
}

export function useClubs() {
  return useSWR<Team[]>(shared.clubs.key)
}

/** `problems`: validation errors from the server, by field. */
export function useProfileChange() {
  const { isBusy, send } = useSend('user')
  const [problems, setProblems] = useState<Problems>({})
  /** Returns whether the change was saved; `description` is the second line of the toast. */
  const save = async (change: ProfileChange, description?: string): Promise<boolean> => {
    setProblems({})
    const saved = await send('/api/profile', {
      method: 'PUT',
      body: change,
      done: { title: 'Profile Updated', description },
      failed: 'Update Failed',
      otherwise,
    })
    if (!saved.isDone) setProblems(problemsOf(saved.error))
    return saved.isDone
  }
  return { isBusy, problems, forget: () => setProblems({}), save }
}
