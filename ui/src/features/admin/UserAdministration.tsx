import { Award, Search, ShieldCheck, Users } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { AdminUser, AdminUserSummary } from '../../../../src/areas/administration/contract.ts'
import type { Team } from '../../../../src/areas/fixtures/contract.ts'
import { shared } from '../../api/shared.ts'
import { usePage } from '../../api/usePage.ts'
import { ofText, shareText } from '../../lib/accuracy.ts'
import { count } from '../../lib/numbers.ts'
import { useSettled } from '../../lib/useSettled.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Actions, Small, Spread, Stack } from '../../ui/layout.ts'
import { type NewCredentials, NewPasswordNotice } from '../../ui/NewPasswordNotice.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { SearchBar, SearchField } from '../../ui/SearchField.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useSend } from '../../ui/useSend.ts'
import { AdministratorsLog } from './AdministratorsLog.tsx'
import { reads } from './reads.ts'
import { DeleteUserDialog, ResetPasswordDialog } from './UserDialogs.tsx'
import { UserTable } from './UserTable.tsx'
import { FIRST_VIEW, listWords, SORTS, sortedBy, USER_ROWS, type UsersView } from './users.ts'

const Tools = styled(SearchBar)`
  select {
    flex: 1 1 10rem;
    width: auto;
  }
  /* The card layout has no column heads for sorting. */
  @container page (min-width: 78rem) {
    & > :not(:first-child) {
      display: none;
    }
  }
`

const TYPED_MS = 250

export function UserAdministration({ readerId }: { readerId: number }) {
  const { data: summary } = useSWR<AdminUserSummary>(reads.usersSummary.key)
  const [credentials, setCredentials] = useState<NewCredentials | null>(null)
  const [isRead, setRead] = useState(false)
  const onRead = useCallback(() => setRead(true), [])
  const tile = (value: number | undefined) => (value === undefined ? '–' : count(value))
  return (
    <Stack data-gap="wide">
      <Spread>
        <h1>User Management</h1>
        <Actions>
          <ButtonLink to="/admin/achievements">
            <Award aria-hidden />
            Unlock Achievements
          </ButtonLink>
          <ButtonLink to="/admin/accounts">
            <ShieldCheck aria-hidden />
            Account Security
          </ButtonLink>
        </Actions>
      </Spread>
      <StatTiles>
        <StatTile label="Total Users" value={tile(summary?.totalUsers)} />
        <StatTile label="Active Predictors" value={tile(summary?.activePredictors)} />
        <StatTile label="Top Score" value={tile(summary?.topScore)} />
        <StatTile
          label="Avg Accuracy"
          value={summary ? shareText(summary) : '–'}
          note={summary ? ofText(summary) : '\u00a0'}
        />
      </StatTiles>
      {credentials && (
        <NewPasswordNotice
          key={credentials.newPassword}
          credentials={credentials}
          onClose={() => setCredentials(null)}
        />
      )}
      <AllUsers readerId={readerId} onPasswordReset={setCredentials} onRead={onRead} />
      {/* Below the rows: it would move when they arrive. */}
      {isRead && <AdministratorsLog readerId={readerId} />}
    </Stack>
  )
}

function AllUsers({
  readerId,
  onPasswordReset,
  onRead,
}: {
  readerId: number
  onPasswordReset: (credentials: NewCredentials) => void
  /** Called once the users are shown, or cannot be. */
  onRead: () => void
}) {
  const [view, setView] = useState<UsersView>(FIRST_VIEW)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), TYPED_MS)
  useEffect(() => setView((now) => (now.search === search ? now : { ...now, search, offset: 0 })), [search])
  const { read, total } = usePage<AdminUser>(reads.users.key(view))
  const isRead = read.data !== undefined || Boolean(read.error)
  useEffect(() => {
    if (isRead) onRead()
  }, [isRead, onRead])
  const needsClubs = read.data?.some(({ favoriteTeam }) => favoriteTeam !== null)
  const { data: clubs = [] } = useSWR<Team[]>(needsClubs ? shared.clubs.key : null)
  const { busy, send } = useSend<number>('users')
  const [confirming, setConfirming] = useState<{ what: 'reset' | 'delete'; user: AdminUser } | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const changeRole = ({ id, username, role }: AdminUser) => {
    const next = role === 'admin' ? 'user' : 'admin'
    const description = `${username} is now ${next === 'admin' ? 'an administrator' : 'a user'}.`
    return send(`/api/admin/users/${id}/role`, {
      method: 'PATCH',
      body: { role: next },
      done: { title: 'Role updated', description },
      failed: 'Failed to update role',
      otherwise: 'The server did not answer.',
      mark: id,
    })
  }
  const showFrom = (offset: number) => {
    setView({ ...view, offset })
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={top}>
      <Panel title="All users" actions={<Small role="status">{total !== undefined && listWords(view, total)}</Small>}>
        <Tools>
          <SearchField
            label="Search users"
            placeholder="Username or User #id"
            maxLength={40}
            value={typed}
            onValue={setTyped}
          />
          <Choice
            aria-label="Sort by"
            value={view.sort}
            options={SORTS}
            onChoose={(sort) => setView(sortedBy(view, sort))}
          />
          <Button
            aria-pressed={view.order === 'desc'}
            disabled={view.sort === 'rank'}
            onClick={() => setView(sortedBy(view, view.sort))}
          >
            Descending
          </Button>
        </Tools>
        <Loaded
          read={read}
          failed="Failed to load users"
          waiting={<Loading label="Users loading" rows={6} rowHeight="44px" />}
          empty={<Nobody search={view.search} onClear={() => setTyped('')} />}
        >
          {(users) => (
            <UserTable
              users={users}
              clubs={clubs}
              view={view}
              readerId={readerId}
              busy={busy}
              onSort={(sort) => setView(sortedBy(view, sort))}
              onRole={changeRole}
              onReset={(user) => setConfirming({ what: 'reset', user })}
              onDelete={(user) => setConfirming({ what: 'delete', user })}
            />
          )}
        </Loaded>
        <Pager offset={view.offset} size={USER_ROWS} total={total ?? 0} word="user" onOffset={showFrom} />
      </Panel>
      {confirming?.what === 'delete' && <DeleteUserDialog user={confirming.user} onClose={() => setConfirming(null)} />}
      {confirming?.what === 'reset' && (
        <ResetPasswordDialog
          user={confirming.user}
          onReset={(newPassword) => onPasswordReset({ username: confirming.user.username, newPassword })}
          onClose={() => setConfirming(null)}
        />
      )}
    </div>
  )
}

function Nobody({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '') return <EmptyState icon={Users} title="No users have signed up yet" action={null} />
  return (
    <EmptyState
      icon={Search}
      title={`No user matches “${search}”`}
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      Search by the start of the name.
    </EmptyState>
  )
}
