import { ArrowDown, ArrowUp, Shield, Trophy } from 'lucide-react'
import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import type { AdminUser, UserSort } from '../../../../src/areas/administration/contract.ts'
import { accuracyText } from '../../lib/accuracy.ts'
import { count } from '../../lib/numbers.ts'
import { dateText, timeText } from '../../lib/when.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Num, Row } from '../../ui/layout.ts'
import { PlayerName } from '../../ui/PlayerName.tsx'
import { type Column, DataRow, DataTable, Table } from '../../ui/Table.tsx'
import { unseen } from '../../ui/VisuallyHidden.tsx'
import { accuracyTone, favouriteText, type UsersView, walletText } from './users.ts'

/** Scrolls horizontally inside its panel if enlarged text does not fit. */
const Box = styled.section`
  overflow-x: auto;
  position: relative;

  &:focus-visible {
    outline-offset: -2px;
  }
`

/** A table on wide screens, cards on narrow ones: the same cells in the same order, each with its name. */
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
    color: var(--muted);
    text-align: start;
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
      ${unseen}
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
    tbody td[data-label]:not(:last-child)::before {
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
      box-shadow: var(--you-mark);
    }
    tr[data-you] > *,
    tr[data-you] > :first-child {
      background: none;
      box-shadow: none;
    }
    tbody tr[data-you] td[data-label]:not(:last-child)::before {
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

const Acts = styled(Row)`
  & > button:last-child {
    color: var(--danger);
  }
  @container page (min-width: 78rem) {
    flex-wrap: nowrap;
    gap: 0;

    & > button {
      white-space: nowrap;
    }
  }
`

interface UserActions {
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

export function UserTable({ users, clubs, view, readerId, onSort, ...actions }: UserTableProps) {
  const isUp = view.order === 'asc'
  const sorted = (sort: UserSort, column: Omit<Column<AdminUser>, 'head' | 'sort'>): Column<AdminUser> => ({
    ...column,
    sort: view.sort === sort ? (isUp ? 'ascending' : 'descending') : undefined,
    head: (
      <button type="button" onClick={() => onSort(sort)}>
        {column.name}
        {view.sort === sort && (isUp ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />)}
      </button>
    ),
  })
  const columns: readonly Column<AdminUser>[] = [
    sorted('username', {
      name: 'Username',
      isRowHead: true,
      cell: (user) => (
        <Who>
          <Avatar username={user.username} image={user.profileImage} isYou={user.id === readerId} size="sm" />
          <span>
            <PlayerName id={user.id} name={user.username} also={user.displayName} />
            <small>User #{user.id}</small>
          </span>
        </Who>
      ),
    }),
    sorted('rank', { name: 'Rank', is: 'n', cell: ({ rank }) => rankOf(rank) }),
    sorted('points', {
      name: 'Points',
      is: 'n',
      cell: ({ totalPoints }) => count(totalPoints),
    }),
    sorted('predictions', {
      name: 'Predictions',
      is: 'n',
      cell: ({ totalPredictions, correctPredictions, settledPredictions }) => (
        <>
          {count(totalPredictions)}
          <small>
            {count(correctPredictions)}
            {settledPredictions > 0 && ` of ${count(settledPredictions)}`} correct
          </small>
        </>
      ),
    }),
    {
      name: 'Accuracy',
      cell: (user) => <Badge tone={accuracyTone(user)}>{accuracyText(user)}</Badge>,
    },
    {
      name: 'Achieve\u00adments',
      is: 'n',
      cell: ({ achievementCount }) => count(achievementCount),
    },
    {
      name: 'Role',
      cell: ({ role }) =>
        role === 'admin' ? (
          <Badge tone="info">
            <Shield aria-hidden />
            Admin
          </Badge>
        ) : (
          'User'
        ),
    },
    {
      name: 'Favorite Team',
      isNone: ({ favoriteTeam }) => favoriteTeam === null,
      cell: ({ favoriteTeam }) => favouriteText(favoriteTeam, clubs),
    },
    {
      name: 'Wallet Address',
      isNone: ({ walletAddress }) => walletAddress === null,
      cell: ({ walletAddress }) => (walletAddress === null ? 'No Wallet' : <Num>{walletText(walletAddress)}</Num>),
    },
    sorted('createdAt', {
      name: 'Sign-up Date',
      is: 'whole',
      cell: ({ createdAt }) => (
        <>
          {dateText(createdAt)}
          <small>{timeText(createdAt)}</small>
        </>
      ),
    }),
    {
      name: 'Actions',
      cell: (user) => (user.id === readerId ? <Badge>Current User</Badge> : <Buttons user={user} {...actions} />),
    },
  ]
  return (
    <Box tabIndex={0} aria-label="All users">
      <DataTable as={Users} caption="All users" columns={columns}>
        {users.map((user) => (
          <DataRow key={user.id} columns={columns} row={user} data-you={user.id === readerId || undefined} />
        ))}
      </DataTable>
    </Box>
  )
}

function rankOf(rank: number | null): ReactNode {
  if (rank === null) return '–'
  if (rank > 1) return count(rank)
  return (
    <First>
      <Trophy aria-hidden />1
    </First>
  )
}

function Buttons({ user, busy, onRole, onReset, onDelete }: UserActions & { user: AdminUser }) {
  const button = (word: string, act: (user: AdminUser) => void, isBusy = false) => (
    <Button size="sm" kind="plain" aria-label={`${word}: ${user.username}`} busy={isBusy} onClick={() => act(user)}>
      {word}
    </Button>
  )
  return (
    <Acts>
      {button(user.role === 'admin' ? 'Remove Admin' : 'Make Admin', onRole, busy === user.id)}
      {button('Reset Password', onReset)}
      {button('Delete', onDelete)}
    </Acts>
  )
}
