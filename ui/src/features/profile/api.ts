import { useState } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { EndedOthers, OwnExport, OwnPasswordChange, OwnSession } from '../../../../src/contracts/account.ts'
import type { Team } from '../../../../src/contracts/fixtures.ts'
import type { AvatarAnswer, Profile, ProfileChange, ProfileStats } from '../../../../src/contracts/profile.ts'
import { http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { uploading } from '../../api/upload.ts'
import { useWrite } from '../../api/write.ts'
import { counted } from '../../lib/numbers.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { useAction } from '../../ui/useAction.ts'
import { type Problems, problemsOf } from './model.ts'
import { reads } from './reads.ts'

const otherwise = 'The server did not answer.'

export function useProfile() {
  return useSWR<Profile>(reads.profile.key)
}

export function useProfileStats() {
  return useSWR<ProfileStats>(reads.stats.key)
}

/** The clubs that one can support. */
export function useClubs() {
  return useSWR<Team[]>(shared.clubs.key)
}

/** Changes what a form asks for, and says what came of it; `problems`: what the server refused, by field. */
export function useProfileChange() {
  const write = useWrite('user')
  const { isBusy, run } = useAction()
  const [problems, setProblems] = useState<Problems>({})
  /** Whether it was done; `description` is said below that it was. */
  const save = async (change: ProfileChange, description?: string): Promise<boolean> => {
    setProblems({})
    const saved = await run(() => write<Profile>('/api/profile', { method: 'PUT', body: change }), {
      done: { title: 'Profile Updated', description },
      failed: 'Update Failed',
      otherwise,
    })
    if (!saved.isDone) setProblems(problemsOf(saved.error))
    return saved.isDone
  }
  return { isBusy, problems, forget: () => setProblems({}), save }
}

/** Puts a picture in the place of the one before, or takes it away. */
export function usePicture() {
  const write = useWrite('user')
  const { isBusy, run } = useAction()
  /** How much of a picture is sent, 0 to 100; null: none is on its way. */
  const [sent, setSent] = useState<number | null>(null)
  const upload = async (picture: Blob) => {
    const body = new FormData()
    body.append('avatar', picture, 'avatar')
    setSent(0)
    await run(() => write<AvatarAnswer>('/api/user/avatar', { method: 'POST', body, by: uploading(setSent) }), {
      done: { title: 'Avatar uploaded' },
      failed: 'Upload Failed',
      otherwise: 'Upload failed',
    })
    setSent(null)
  }
  const remove = () =>
    run(() => write<undefined>('/api/user/avatar', { method: 'DELETE' }), {
      done: { title: 'Avatar removed' },
      failed: 'Delete Failed',
      otherwise,
    })
  return { isBusy, sent, upload, remove }
}

/** The reader's sessions, and how they end: one by its id, or all the others. */
export function useSessions() {
  const read = useSWR<OwnSession[]>(reads.sessions.key, reads.sessions.fresh)
  const { busy, run } = useAction<string>()
  const again = async <T>(call: Promise<T>): Promise<T> => {
    const answer = await call
    await read.mutate()
    return answer
  }
  const end = ({ id, device }: OwnSession) =>
    run(
      () => again(http<undefined>(`/api/user/sessions/${id}`, { method: 'DELETE' })),
      { done: { title: 'Session ended', description: device }, failed: 'Failed to end the session', otherwise },
      id,
    )
  const endOthers = () =>
    run(
      () => again(http<EndedOthers>('/api/user/sessions/end-others', { method: 'POST' })),
      {
        done: ({ ended }) => ({ title: 'Other sessions ended', description: `${counted(ended, 'session')} ended.` }),
        failed: 'Failed to end the sessions',
        otherwise,
      },
      'others',
    )
  return { read, busy, end, endOthers }
}

/** Changes the password, which ends the other sessions. */
export function usePasswordChange() {
  const { mutate } = useSWRConfig()
  const { isBusy, run } = useAction()
  const change = (body: OwnPasswordChange) =>
    run(
      async () => {
        await http<unknown>('/api/user/password', { method: 'POST', body })
        await mutate(reads.sessions.key)
      },
      {
        done: { title: 'Password updated successfully', description: 'All your other sessions have ended.' },
        failed: 'Update Failed',
        otherwise,
      },
    )
  return { isBusy, change }
}

/** All that the game holds about the reader, as a file. */
export function useExport() {
  const { isBusy, run } = useAction()
  const save = () =>
    run(
      async () => {
        const held = await http<OwnExport>('/api/user/export')
        saveFile(`plp-${held.username}.json`, 'application/json', `${JSON.stringify(held, null, 2)}\n`)
      },
      { failed: 'Export failed', otherwise },
    )
  return { isBusy, save }
}
