import { Users } from 'lucide-react'
import { useId, useState } from 'react'
import { count } from '../../lib/numbers.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody, PanelBox } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { Table } from '../../ui/Table.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { type Testing, useTestUsers } from './api.ts'
import { Halves } from './Halves.ts'
import { JobForm } from './JobForm.tsx'
import { USER_ROWS } from './model.ts'

/** Creates test users, beside those there are. */
export function TestUsers({ testing }: { testing: Testing }) {
  const id = useId()
  const [offset, setOffset] = useState(0)
  const { data, error, mutate } = useTestUsers(offset)
  return (
    <Halves>
      <PanelBox aria-labelledby={id}>
        <VisuallyHidden as="h2" id={id}>
          New test users
        </VisuallyHidden>
        <JobForm
          kind="create-users"
          title="Create test users"
          fields={['users', 'seed']}
          command={({ users, seed }) => `npm run testing -- create-users --users ${users} --seed ${seed}`}
          action="Create Test Users"
          isPrimary
          testing={testing}
        >
          Players like others, whose names begin with test_. There are at most 500.
        </JobForm>
      </PanelBox>
      <Panel title={data && data.total > 0 ? `Test users: ${count(data.total)}` : 'Test users'}>
        <Loaded
          read={{ data: data?.list, error, mutate }}
          failed="Failed to load test users"
          waiting={
            <PanelBody>
              <Loading label="Loading test users" rows={4} rowHeight="36px" />
            </PanelBody>
          }
          empty={
            <EmptyState icon={Users} title="No test users">
              Create some, and they stand here with their points.
            </EmptyState>
          }
        >
          {(users) => (
            <Table>
              <VisuallyHidden as="caption">Test users</VisuallyHidden>
              <thead>
                <tr>
                  <th scope="col">Username</th>
                  <th scope="col" data-n>
                    Predictions
                  </th>
                  <th scope="col" data-n>
                    Points
                  </th>
                </tr>
              </thead>
              <tbody>
                {users.map(({ id: userId, username, predictions, points }) => (
                  <tr key={userId}>
                    <th scope="row">{username}</th>
                    <td data-n>{count(predictions)}</td>
                    <td data-n>{count(points)}</td>
                  </tr>
                ))}
              </tbody>
            </Table>
          )}
        </Loaded>
        {data && <Pager offset={offset} size={USER_ROWS} total={data.total} word="test user" onOffset={setOffset} />}
      </Panel>
    </Halves>
  )
}
