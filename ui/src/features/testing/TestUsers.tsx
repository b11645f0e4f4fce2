import { Users } from 'lucide-react'
import { useState } from 'react'
import type { TestUser } from '../../../../src/areas/testing/contract.ts'
import { usePage } from '../../api/usePage.ts'
import { count } from '../../lib/numbers.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { type Columns, DataRow, DataTable } from '../../ui/Table.tsx'
import type { Testing } from './api.ts'
import { Halves } from './Halves.ts'
import { JobForm, Jobs } from './JobForm.tsx'
import { USER_ROWS } from './model.ts'
import { reads } from './reads.ts'

const COLUMNS: Columns<TestUser> = [
  { name: 'Username', isRowHead: true, cell: ({ username }) => username },
  { name: 'Predictions', is: 'n', cell: ({ predictions }) => count(predictions) },
  { name: 'Points', is: 'n', cell: ({ points }) => count(points) },
]

export function TestUsers({ testing }: { testing: Testing }) {
  const [offset, setOffset] = useState(0)
  const { read, total = 0 } = usePage<TestUser>(reads.users.key(offset))
  return (
    <Halves>
      <Jobs title="New test users">
        <JobForm
          kind="create-users"
          title="Create test users"
          fields={['users', 'seed']}
          action="Create Test Users"
          isPrimary
          testing={testing}
        >
          Normal players whose names begin with test_. 500 at most.
        </JobForm>
      </Jobs>
      <Panel title={total > 0 ? `Test users: ${count(total)}` : 'Test users'}>
        <Loaded
          read={read}
          failed="Failed to load test users"
          loading={{ label: 'Loading test users', rowHeight: '36px' }}
          empty={
            <EmptyState icon={Users} title="No test users" action={null}>
              Create some to see them here with their points.
            </EmptyState>
          }
        >
          {(users) => (
            <DataTable caption="Test users" columns={COLUMNS}>
              {users.map((user) => (
                <DataRow key={user.id} columns={COLUMNS} row={user} />
              ))}
            </DataTable>
          )}
        </Loaded>
        <Pager offset={offset} size={USER_ROWS} total={total} word="test user" onOffset={setOffset} />
      </Panel>
    </Halves>
  )
}
