import { screen, waitFor } from '@testing-library/react'
import useSWR from 'swr'
import { describe, expect, test } from 'vitest'
import { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { componentTests, done, draw, ok, problem } from '../../../../test/support/components.tsx'
import { readerSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { useAnnounceSessionEnd, useForgetOthers, useRefreshSession, useSession } from './api.ts'
import { useAccountDeletion, useLogout } from './useLogout.ts'

componentTests()

const USER = shared.user.key
const LOGOUT = 'POST /api/auth/logout'
const ada = ok(CurrentUser, readerSample({ id: 1, username: 'ada' }))

/** A read of the signed-in user that is no longer theirs in the next session. */
function Picks() {
  return <p>{useSWR<string[]>('/api/predictions').data?.join() ?? 'no picks'}</p>
}

function Page() {
  const session = useSession()
  useAnnounceSessionEnd(session.status)
  const userId = session.status === 'signed-in' ? session.user.id : null
  useForgetOthers(userId)
  const refresh = useRefreshSession()
  const logout = useLogout()
  const remove = useAccountDeletion()
  return (
    <>
      <p>{session.status === 'signed-in' ? session.user.username : session.status}</p>
      {userId !== null && <Picks key={userId} />}
      <button type="button" onClick={session.status === 'failed' ? session.retry : refresh}>
        Read
      </button>
      <button type="button" onClick={() => void logout()}>
        Log out
      </button>
      <button type="button" onClick={() => void remove('password-1')}>
        Delete
      </button>
    </>
  )
}
const press = (user: ReturnType<typeof draw>['user'], name: string) => user.click(screen.getByRole('button', { name }))
const picks = (...body: string[]) => ({ status: 200, body })
const open = (answer: Parameters<ReturnType<typeof draw>['answer']>[1]) =>
  draw(<Page />, { answers: { [USER]: answer, '/api/predictions': picks('of ada') } })
const ended = () => screen.queryByText('Your session has ended. Sign in again.')

describe('the session', () => {
  test('that is not there: no failure', async () => {
    open(problem(401))
    expect(screen.getByText('loading')).toBeDefined()
    expect(await screen.findByText('signed-out')).toBeDefined()
    expect(ended()).toBeNull()
  })

  test('that cannot be read can be requested again', async () => {
    const { user, answer } = open(problem(503))
    expect(await screen.findByText('failed')).toBeDefined()
    answer(USER, ada)
    await press(user, 'Read')
    expect(await screen.findByText('ada')).toBeDefined()
  })

  test('that ends elsewhere is announced', async () => {
    const { user, answer } = open(ada)
    await screen.findByText('ada')
    answer(USER, problem(401))
    await press(user, 'Read')
    expect(await screen.findByText('signed-out')).toBeDefined()
    expect(ended()).not.toBeNull()
  })

  test.each([
    ['Log out', LOGOUT],
    ['Delete', 'DELETE /api/user'],
  ])('that the player ends with %s is not announced', async (name, call) => {
    const { user, answer } = open(ada)
    answer(call, done)
    await screen.findByText('ada')
    await press(user, name)
    expect(await screen.findByText('signed-out')).toBeDefined()
    expect(ended()).toBeNull()
  })

  test('goes on if the server does not end it', async () => {
    const { user, answer } = open(ada)
    answer(LOGOUT, problem(503))
    await screen.findByText('ada')
    await press(user, 'Log out')
    expect(await screen.findByText('Failed to log out')).toBeDefined()
    expect(screen.getByText('ada')).toBeDefined()
  })

  test('of another player has nothing of the one before', async () => {
    const { user, answer } = open(ada)
    expect(await screen.findByText('of ada')).toBeDefined()
    answer(USER, ok(CurrentUser, readerSample({ id: 2, username: 'ben' })))
    answer('/api/predictions', picks('of ben'))
    await press(user, 'Read')
    expect(await screen.findByText('ben')).toBeDefined()
    expect(await screen.findByText('of ben')).toBeDefined()
    await waitFor(() => expect(screen.queryByText('of ada')).toBeNull())
  })
})
