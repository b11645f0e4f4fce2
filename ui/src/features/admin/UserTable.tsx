import { ArrowDown, ArrowUp, Shield, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { AdminUser, UserSort } from '../../../../src/contracts/administration.ts'
import { count } from '../../lib/numbers.ts'
import { dateText, timeText } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num, Row } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { Table } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { accuracyTone, favouriteText, type UsersView, walletText } from './users.ts'

/** Scrolls sideways inside its panel where enlarged text leaves no room. */
const Box = styled.section`
  overflow-x: auto;
  position: relative;

  &:focus-visible {
    outline-offset: -2px;
  }
`

/** A table where there is room, else cards: the same cells in the same order, each with its name. */
const Users = styled(Table)`
  th,
  td {
    padding: 8px 5px;
    font-size: var(--t2);
  }
  tr > :first-child {
    padding-left: var(--s4);
  }
  tr > :last-child {
    padding-right: var(--s3);
  }
  thead th {
    white-space: normal;
    padding-block: 4px;
  }
  thead button {
    display: inline-flex;
    align-items: center;
    gap: 2px;
    min-height: 32px;
    padding: 0;
    color: var(--muted);
    font: inherit;
    font-weight: 600;
    text-align: start;
    background: none;
    cursor: pointer;
    text-decoration: underline;
    text-decoration-thickness: 1px;
    text-underline-offset: 0.2em;
  }
  thead [aria-sort] button {
    color: var(--ink);
  }
  thead svg {
    width: 14px;
    height: 14px;
  }
  tbody th {
    width: 17%;
    min-width: 9.5rem;
    font-weight: 600;
    text-align: start;
    overflow-wrap: anywhere;
  }
  small {
    display: block;
    color: var(--muted);
    font: 400 var(--t1) / 1.3 var(--text);
  }
  td[data-none] {
    color: var(--muted);
  }
  td[data-whole] {
    white-space: nowrap;
  }
  tr[data-you] small,
  tr[data-you] td[data-none] {
    color: inherit;
  }
  td > span[data-tone] {
    justify-content: center;
  }

  @container page (width < 78rem) {
    &,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
    }
    tbody {
      display: grid;
      gap: 1px;
      background: var(--line);
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 18.75rem), 1fr));
    }
    tr {
      display: grid;
      grid-template-columns: repeat(auto-fit, minmax(min(100%, 5.5rem), 1fr));
      gap: var(--s2) var(--s3);
      align-content: start;
      padding: var(--s4);
      background: var(--surface);
    }
    tr > *,
    tr > :first-child,
    tr > :last-child {
      display: block;
      width: auto;
      min-width: 0;
      padding: 0;
      border: 0;
      text-align: start;
      white-space: normal;
    }
    tr > :first-child,
    tr > :last-child {
      grid-column: 1 / -1;
    }
    tbody td[data-label]::before {
      content: attr(data-label);
      display: block;
      color: var(--muted);
      font: 400 var(--t1) / 1.3 var(--text);
    }
    td[data-n] {
      text-align: start;
    }
    tr[data-you] {
      background: var(--you-tint);
      box-shadow:
        inset 4px 0 0 var(--accent),
        inset 5px 0 0 var(--you-line);
    }
    tr[data-you] > *,
    tr[data-you] > :first-child {
      background: none;
      box-shadow: none;
    }
    tbody tr[data-you] td[data-label]::before {
      color: inherit;
    }
  }
`

const First = styled(Num)`
  display: inline-flex;
  align-items: center;
  gap: 3px;
  padding: 2px 8px 2px 5px;
  color: var(--on-medal);
  background: var(--gold);

  svg {
    width: 14px;
    height: 14px;
  }
`

const Who = styled(Row)`
  flex-wrap: nowrap;
  min-width: 0;

  & > :last-child {
    min-width: 0;
  }
`

/** On one line in a table. */
const Acts = styled(Row)`
  @container page (min-width: 78rem) {
    flex-wrap: nowrap;
    gap: 0;

    & > button {
      white-space: nowrap;
    }
  }
`

/** What administrators do with a user. */
export interface UserActions {
  /** Whose role is being changed. */
  busy: number | null
  onRole: (user: AdminUser) => void
  onReset: (user: AdminUser) => void
  onDelete: (user: AdminUser) => void
}

interface UserTableProps extends UserActions {
  users: readonly AdminUser[]
  clubs: readonly { readonly id: number; readonly shortName: string }[]
  view: UsersView
  readerId: number
  onSort: (sort: UserSort) => void
}

/** All users, sortable by five of the columns. */
export function UserTable({ users, clubs, view, readerId, onSort, ...actions }: UserTableProps) {
  const sorted = (sort: UserSort, label: string, isNumber?: boolean) => (
    <SortHead sort={sort} view={view} isNumber={isNumber} onSort={onSort}>
      {label}
    </SortHead>
  )
  return (
    <Box tabIndex={0} aria-label="All users">
      <Users>
        <VisuallyHidden as="caption">All users</VisuallyHidden>
        <thead>
          <tr>
            {sorted('username', 'Username')}
            {sorted('rank', 'Rank', true)}
            {sorted('points', 'Points', true)}
            {sorted('predictions', 'Predictions', true)}
            <th scope="col">Accuracy</th>
            <th scope="col" data-n>
              Achieve&shy;ments
            </th>
            <th scope="col">Role</th>
            <th scope="col">Favorite Team</th>
            <th scope="col">Wallet Address</th>
            {sorted('createdAt', 'Sign-up Date')}
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.id} data-you={user.id === readerId || undefined}>
              <th scope="row">
                <Who>
                  <Avatar username={user.username} image={user.profileImage} isYou={user.id === readerId} size="sm" />
                  <span>
                    <PlayerName id={user.id} name={user.username} also={user.displayName} />
                    <small>User #{user.id}</small>
                  </span>
                </Who>
              </th>
              <Figures user={user} />
              <td data-label="Role">
                {user.role === 'admin' ? (
                  <Badge tone="info">
                    <Shield aria-hidden />
                    Admin
                  </Badge>
                ) : (
                  'User'
                )}
              </td>
              <td data-label="Favorite Team" data-none={user.favoriteTeam === null || undefined}>
                {favouriteText(user.favoriteTeam, clubs)}
              </td>
              <td data-label="Wallet Address" data-none={user.walletAddress === null || undefined}>
                {user.walletAddress === null ? 'No Wallet' : <Num>{walletText(user.walletAddress)}</Num>}
              </td>
              <td data-label="Sign-up Date" data-whole>
                {dateText(user.createdAt)}
                <small>{timeText(user.createdAt)}</small>
              </td>
              <td>{user.id === readerId ? <Badge>Current User</Badge> : <Buttons user={user} {...actions} />}</td>
            </tr>
          ))}
        </tbody>
      </Users>
    </Box>
  )
}

interface SortHeadProps {
  sort: UserSort
  view: UsersView
  isNumber: boolean | undefined
  onSort: (sort: UserSort) => void
  children: ReactNode
}

function SortHead({ sort, view, isNumber, onSort, children }: SortHeadProps) {
  const isActive = view.sort === sort
  const isUp = view.order === 'asc'
  return (
    <th
      scope="col"
      data-n={isNumber || undefined}
      aria-sort={isActive ? (isUp ? 'ascending' : 'descending') : undefined}
    >
      <button type="button" onClick={() => onSort(sort)}>
        {children}
        {isActive && (isUp ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />)}
      </button>
    </th>
  )
}

function Figures({ user }: { user: AdminUser }) {
  return (
    <>
      <td data-n data-label="Rank">
        {user.rank === null && '–'}
        {user.rank === 1 && (
          <First>
            <Trophy aria-hidden />1
          </First>
        )}
        {user.rank !== null && user.rank > 1 && count(user.rank)}
      </td>
      <td data-n data-label="Points">
        {count(user.totalPoints)}
      </td>
      <td data-n data-label="Predictions">
        {count(user.totalPredictions)}
        <small>{count(user.correctPredictions)} correct</small>
      </td>
      <td data-label="Accuracy">
        <Badge tone={accuracyTone(user.accuracy)}>{user.accuracy}%</Badge>
      </td>
      <td data-n data-label="Achievements">
        {count(user.achievementCount)}
      </td>
    </>
  )
}

function Buttons({ user, busy, onRole, onReset, onDelete }: UserActions & { user: AdminUser }) {
  const of = <VisuallyHidden>: {user.username}</VisuallyHidden>
  return (
    <Acts>
      <Button size="sm" kind="plain" busy={busy === user.id} onClick={() => onRole(user)}>
        {user.role === 'admin' ? 'Remove Admin' : 'Make Admin'}
        {of}
      </Button>
      <Button size="sm" kind="plain" onClick={() => onReset(user)}>
        Reset Password{of}
      </Button>
      <Button size="sm" kind="plain" onClick={() => onDelete(user)}>
        Delete{of}
      </Button>
    </Acts>
  )
}
