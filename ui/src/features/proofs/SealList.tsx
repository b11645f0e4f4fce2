import { LockKeyhole } from 'lucide-react'
import { useContext, useState } from 'react'
import { styled } from 'styled-components'
import type { Seal } from '../../../../src/areas/proofs/contract.ts'
import { matchPath } from '../../../../src/contracts/paths.ts'
import { usePage } from '../../api/usePage.ts'
import { count, counted } from '../../lib/numbers.ts'
import { useSettled } from '../../lib/useSettled.ts'
import { shortTime } from '../../lib/when.ts'
import { Missing } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { RouterLink } from '../../ui/PlayerName.tsx'
import { SearchBar, SearchField } from '../../ui/SearchField.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { type Columns, DataRow, DataTable, Table } from '../../ui/Table.tsx'
import { reachable } from '../../ui/tapTarget.ts'
import { shortFingerprint } from './examine.ts'
import { ROWS, reads } from './reads.ts'

const SealTable = styled(Table)`
  tbody th {
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  @container page (width < 37.5rem) {
    [data-wide] {
      display: none;
    }
  }
  @container page (min-width: 37.5rem) {
    [data-narrow] {
      display: none;
    }
  }
  /* Enlarged text on a phone: the count is beside the time. */
  @container page (width < 18rem) {
    thead,
    td[data-n] {
      display: none;
    }
  }
  @container page (min-width: 18rem) {
    [data-tiny] {
      display: none;
    }
  }
`

const MatchName = styled.a`
  ${reachable}
  color: inherit;
`

const TYPING_MS = 300
const MOST_LETTERS = 50

/** All seals, newest first. Links lead to matches only for players: match pages need a session. */
export function SealList({ isSignedIn }: { isSignedIn: boolean }) {
  const [search, setSearch] = useState('')
  const [from, setFrom] = useState(0)
  const { read, total = 0 } = usePage<Seal>(reads.seals.key(useSettled(search, TYPING_MS).trim(), from))
  const { data } = read
  const columns: Columns<Seal> = [
    {
      name: 'What',
      isRowHead: true,
      cell: (seal) => (
        <>
          <SealName seal={seal} isLinked={isSignedIn} />
          <Small as="div" data-tiny>
            {countOf(seal)}
          </Small>
          <Small as="div" data-narrow>
            {shortTime(seal.sealedAt)} · {shortFingerprint(seal.fingerprint)}
          </Small>
        </>
      ),
    },
    { name: 'Sealed', is: 'wide', cell: ({ sealedAt }) => <Small>{shortTime(sealedAt)}</Small> },
    { name: 'Picks', is: 'n', cell: (seal) => (seal.home === null ? countOf(seal) : count(seal.size)) },
    { name: 'Fingerprint', is: 'wide', cell: ({ fingerprint }) => <Small>{shortFingerprint(fingerprint)}</Small> },
  ]
  return (
    <Panel title="All seals" actions={<Small>open to everyone, also without an account</Small>}>
      <SearchBar>
        <SearchField
          label="Find a match or a gameweek"
          placeholder="Find a match or a gameweek"
          value={search}
          maxLength={MOST_LETTERS}
          onValue={(value) => {
            setSearch(value)
            setFrom(0)
          }}
        />
      </SearchBar>
      {data === undefined ? (
        <Missing
          read={read}
          failed="The seals did not load"
          loading={{ label: 'Loading the seals', rows: ROWS, rowHeight: '40px', inset: 'all' }}
        />
      ) : data.length === 0 ? (
        <EmptyState icon={LockKeyhole} title={search === '' ? 'No seals yet' : 'No such seal'} action={null}>
          {search === '' ? 'The first one follows when the next match closes.' : 'Try the name of a club.'}
        </EmptyState>
      ) : (
        <>
          <DataTable as={SealTable} caption="All seals, newest first" columns={columns}>
            {data.map((seal) => (
              <DataRow key={seal.id} columns={columns} row={seal} />
            ))}
          </DataTable>
          <Pager offset={from} size={ROWS} total={total} word="seal" onOffset={setFrom} />
        </>
      )}
    </Panel>
  )
}

const countOf = ({ size, home }: Seal): string => counted(size, home === null ? 'row' : 'pick')

function SealName({ seal: { fixtureId, home, away, gameweek }, isLinked }: { seal: Seal; isLinked: boolean }) {
  const Link = useContext(RouterLink)
  if (fixtureId === null) return `Board after gameweek ${gameweek}`
  const name = `${home} v ${away}`
  return isLinked && Link ? (
    <MatchName as={Link} {...{ to: matchPath(fixtureId) }}>
      {name}
    </MatchName>
  ) : (
    name
  )
}
