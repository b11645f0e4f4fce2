import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { GapItem } from './Gap.tsx'
import { Standings, StandingsPlayer } from './StandingsBoard.tsx'
import { type Columns, DataRow, DataTable } from './Table.tsx'

componentTests()

interface Club {
  readonly id: number
  readonly name: string
  readonly points: number | null
}
const clubs: readonly Club[] = [
  { id: 1, name: 'Arsenal', points: 30 },
  { id: 2, name: 'Burnley', points: null },
]

const table = (columns: Columns<Club>, rows: React.ReactNode = null) =>
  draw(
    <DataTable caption="Table" columns={columns}>
      {rows ?? clubs.map((club) => <DataRow key={club.id} columns={columns} row={club} />)}
    </DataTable>,
  )

const name = { name: 'Club', isRowHead: true, cell: (club: Club) => club.name } as const
const points = {
  name: 'Points',
  is: 'n wide',
  isNone: (club: Club) => club.points === null,
  cell: (club: Club) => club.points ?? '–',
} as const

describe('a table', () => {
  test('is named by its caption, and its cells by row and column', () => {
    table([name, points])
    expect(screen.getByRole('table', { name: 'Table' })).toBeDefined()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual(['Club', 'Points'])
    expect(screen.getByRole('rowheader', { name: 'Arsenal' }).getAttribute('scope')).toBe('row')
    expect(screen.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['30', '–'])
  })

  test('marks its cells for the style, and those without a value', () => {
    table([name, points])
    const [head, ...cells] = [screen.getByRole('columnheader', { name: 'Points' }), ...screen.getAllByRole('cell')]
    for (const one of [head!, ...cells]) {
      expect(one.hasAttribute('data-n')).toBe(true)
      expect(one.hasAttribute('data-wide')).toBe(true)
    }
    expect(cells.map((cell) => cell.hasAttribute('data-none'))).toEqual([false, true])
    expect(cells.map((cell) => cell.getAttribute('data-label'))).toEqual(['Points', 'Points'])
  })

  test('skips a column that is false', () => {
    table([name, false, points])
    expect(screen.getAllByRole('columnheader')).toHaveLength(2)
    expect(screen.getAllByRole('cell')).toHaveLength(2)
  })

  test('may have a heading that differs from the name of the column', () => {
    table([
      { ...name, head: 'Team' },
      { ...points, head: <abbr title="Points">Pts</abbr>, label: 'Points so far' },
    ])
    expect(screen.getByRole('columnheader', { name: 'Team' })).toBeDefined()
    expect(screen.getByRole('columnheader', { name: 'Points so far' }).textContent).toBe('Pts')
  })

  test('may have a heading for screen readers alone', () => {
    table([name, { name: 'Actions', head: null, cell: () => <button type="button">Remove</button> }])
    expect(screen.getByRole('columnheader', { name: 'Actions' })).toBeDefined()
  })

  test('names the column by which it is sorted', () => {
    table([name, { ...points, sort: 'descending' }])
    expect(screen.getByRole('columnheader', { name: 'Points' }).getAttribute('aria-sort')).toBe('descending')
    expect(screen.getByRole('columnheader', { name: 'Club' }).hasAttribute('aria-sort')).toBe(false)
  })

  test('hides a decorative column from assistive technology', () => {
    table([name, { ...points, isHidden: true }])
    expect(screen.getAllByRole('columnheader')).toHaveLength(1)
    expect(screen.queryByRole('cell')).toBeNull()
  })
})

describe('standings', () => {
  const player = (id: number, username: string) => ({
    id,
    person: { username, displayName: username, profileImage: null },
  })
  type Player = ReturnType<typeof player>
  const columns: Columns<Player> = [
    {
      name: 'Player',
      isRowHead: true,
      cell: ({ id, person }) => <StandingsPlayer id={id} person={person} isYou={id === 3} />,
    },
  ]
  const links = () => screen.getAllByRole('link').map(({ textContent }) => textContent)

  test('list the players in order, with a gap before one who is apart', () => {
    draw(
      <Standings
        caption="Leaderboard"
        columns={columns}
        lead={[player(1, 'ada')]}
        between={
          <tr>
            <td>10 more</td>
          </tr>
        }
        rows={[player(2, 'bo')]}
        apart={player(3, 'cy')}
        you={3}
      />,
    )
    const rows = within(screen.getByRole('table', { name: 'Leaderboard' })).getAllByRole('row', { hidden: true })
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      'Player',
      expect.stringContaining('ada'),
      '10 more',
      expect.stringContaining('bo'),
      '···',
      expect.stringContaining('You'),
    ])
    expect(links()).toEqual(['ada', 'bo', 'You'])
    expect(screen.queryByRole('cell', { name: '···' })).toBeNull()
  })

  test('mark the row of the reader, and no other', () => {
    draw(
      <Standings
        caption="Leaderboard"
        columns={columns}
        rows={[player(2, 'bo'), player(3, 'cy')]}
        you={3}
        ownRow={{ id: 'own' }}
      />,
    )
    const marked = screen.getAllByRole('row').filter((row) => row.hasAttribute('data-you'))
    expect(marked).toEqual([document.getElementById('own')])
    expect(marked[0]?.textContent).toContain('You')
  })

  test('have no gap when no row is apart', () => {
    draw(<Standings caption="Leaderboard" columns={columns} rows={[player(2, 'bo')]} apart={null} you={undefined} />)
    expect(screen.queryByText('···')).toBeNull()
    expect(screen.getAllByRole('row')).toHaveLength(2)
  })

  test('have both names of a player', () => {
    draw(
      <StandingsPlayer id={2} person={{ username: 'bo', displayName: 'Bo Peep', profileImage: null }} isYou={false}>
        {' '}
        since May
      </StandingsPlayer>,
    )
    expect(screen.getByRole('link', { name: 'bo' }).parentElement?.textContent).toBe('bo Bo Peep since May')
  })
})

test('a gap in a list is decoration', () => {
  draw(
    <ul>
      <li>Ada</li>
      <GapItem />
    </ul>,
  )
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
})
