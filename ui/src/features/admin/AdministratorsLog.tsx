import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { NamedText } from '../../ui/NamedText.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { aboutNames, actNames, actText, actWords, LOG_ROWS } from './users.ts'
import { useAdministratorsLog, useLogFile } from './users-api.ts'

/** What administrators did, the latest first. */
export function AdministratorsLog({ readerId }: { readerId: number }) {
  const [offset, setOffset] = useState(0)
  const { data, error, mutate } = useAdministratorsLog(offset)
  const file = useLogFile()
  return (
    <Panel
      title="What administrators did"
      actions={
        data && data.total > 0 ? (
          <Button size="sm" kind="plain" busy={file.isBusy} onClick={file.save}>
            CSV<VisuallyHidden>: what administrators did</VisuallyHidden>
          </Button>
        ) : undefined
      }
    >
      <Loaded
        read={{ data: data?.list, error, mutate }}
        failed="Failed to load the log"
        waiting={<Loading label="Loading the log" rows={4} rowHeight="40px" />}
        empty={
          <EmptyState icon={ScrollText} title="Nothing yet">
            Roles, resets, deletions, unlocks and rulings stand here.
          </EmptyState>
        }
      >
        {(acts) => (
          <Rows>
            {acts.map((act) => {
              const { what, about } = actText(act)
              return (
                <li key={act.id}>
                  <RowText>
                    <b>{what}</b> <NamedText text={about} names={aboutNames(act, about)} />
                    <Small as="div">
                      <NamedText text={actWords(act, readerId)} names={actNames(act, readerId)} />
                    </Small>
                  </RowText>
                </li>
              )
            })}
          </Rows>
        )}
      </Loaded>
      {data && <Pager offset={offset} size={LOG_ROWS} total={data.total} word="act" onOffset={setOffset} />}
    </Panel>
  )
}
