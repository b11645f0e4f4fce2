import { Award, Search, ShieldCheck, Users } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { styled } from 'styled-components'
import type { AdminUser } from '../../../../src/contracts/administration.ts'
import { count } from '../../lib/numbers.ts'
import { useSettled } from '../../lib/useSettled.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Input } from '../../ui/Field.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Actions, Small, Spread, Stack } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Select } from '../../ui/Select.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { AdministratorsLog } from './AdministratorsLog.tsx'
import { NewPasswordNotice, type Told } from './NewPasswordNotice.tsx'
import { DeleteUserDialog, ResetPasswordDialog } from './UserDialogs.tsx'
import { UserTable } from './UserTable.tsx'
import { FIRST_VIEW, listWords, SORTS, sortedBy, USER_ROWS, type UsersView } from './users.ts'
import { useClubs, useRoleChange, useUsers, useUsersSummary } from './users-api.ts'

const Tools = styled.search`
  display: flex;
  flex-wrap: wrap;
  gap: var(--s2);
  padding: 0 var(--s4) var(--s3);

  select {
    flex: 1 1 10rem;
    width: auto;
  }
  /* Cards have no heads of columns to press. */
  @container page (min-width: 78rem) {
    & > :not(:first-child) {
      display: none;
    }
  }
`

const Find = styled.div`
  position: relative;
  flex: 1 1 12.5rem;
  min-width: 0;

  svg {
    position: absolute;
    left: 10px;
    top: 50%;
    translate: 0 -50%;
    width: 1.2em;
    height: 1.2em;
    color: var(--muted);
    pointer-events: none;
  }
  input {
    padding-left: calc(1.2em + 18px);
  }
`

/** Milliseconds after the last letter. */
const TYPED_MS = 250

/** All users with what administrators may do about them, and what was done. */
export function UserAdministration({ readerId }: { readerId: number }) {
  const { data: summary } = useUsersSummary()
  const [told, setTold] = useState<Told | null>(null)
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
        <StatTile label="Avg Accuracy" value={summary ? `${summary.averageAccuracy.toFixed(1)}%` : '–'} />
      </StatTiles>
      {told && <NewPasswordNotice key={told.newPassword} told={told} onClose={() => setTold(null)} />}
      <AllUsers readerId={readerId} onTold={setTold} />
      <AdministratorsLog readerId={readerId} />
    </Stack>
  )
}

function AllUsers({ readerId, onTold }: { readerId: number; onTold: (told: Told) => void }) {
  const [view, setView] = useState<UsersView>(FIRST_VIEW)
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim(), TYPED_MS)
  useEffect(() => setView((now) => (now.search === search ? now : { ...now, search, offset: 0 })), [search])
  const { data, error, mutate } = useUsers(view)
  const { data: clubs = [] } = useClubs(data?.list.some(({ favoriteTeam }) => favoriteTeam !== null) ?? false)
  const { busy, change } = useRoleChange()
  const [asked, ask] = useState<{ what: 'reset' | 'delete'; user: AdminUser } | null>(null)
  const top = useRef<HTMLDivElement>(null)
  const turnTo = (offset: number) => {
    setView({ ...view, offset })
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={top}>
      <Panel title="All users" actions={<Small role="status">{data && listWords(view, data.total)}</Small>}>
        <Tools>
          <Find>
            <Search aria-hidden />
            <Input
              type="search"
              aria-label="Search users"
              placeholder="Username or User #id"
              autoComplete="off"
              maxLength={40}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          </Find>
          <Select
            aria-label="Sort by"
            value={view.sort}
            onChange={(event) =>
              setView(sortedBy(view, SORTS.find(({ value }) => value === event.target.value)!.value))
            }
          >
            {SORTS.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
          <Button
            aria-pressed={view.order === 'desc'}
            disabled={view.sort === 'rank'}
            onClick={() => setView(sortedBy(view, view.sort))}
          >
            Descending
          </Button>
        </Tools>
        <Loaded
          read={{ data: data?.list, error, mutate }}
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
              onRole={(user) => void change(user)}
              onReset={(user) => ask({ what: 'reset', user })}
              onDelete={(user) => ask({ what: 'delete', user })}
            />
          )}
        </Loaded>
        {data && <Pager offset={view.offset} size={USER_ROWS} total={data.total} word="user" onOffset={turnTo} />}
      </Panel>
      {asked?.what === 'delete' && <DeleteUserDialog user={asked.user} onClose={() => ask(null)} />}
      {asked?.what === 'reset' && (
        <ResetPasswordDialog
          user={asked.user}
          onReset={(newPassword) => onTold({ username: asked.user.username, newPassword })}
          onClose={() => ask(null)}
        />
      )}
    </div>
  )
}

function Nobody({ search, onClear }: { search: string; onClear: () => void }) {
  if (search === '') return <EmptyState icon={Users} title="No users have signed up yet" />
  return (
    <EmptyState
      icon={Search}
      title={`No user matches “${search}”`}
      action={<Button onClick={onClear}>Clear search</Button>}
    >
      Names are found from their first letters.
    </EmptyState>
  )
}
