import { ScrollText } from 'lucide-react'
import { useState } from 'react'
import type { AdministratorsAct } from '../../../../src/areas/administration/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { httpAll } from '../../api/http.ts'
import { usePage } from '../../api/usePage.ts'
import { csvOf } from '../../lib/csv.ts'
import { saveFile } from '../../lib/saveFile.ts'
import { Button } from '../../ui/Button.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { NamedText } from '../../ui/NamedText.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useAction } from '../../ui/useAction.ts'
import { reads } from './reads.ts'
import { aboutNames, actLines, actNames, actText, actWords, LOG_ROWS } from './users.ts'

export function AdministratorsLog({ readerId }: { readerId: number }) {
  const [offset, setOffset] = useState(0)
  const { read, total = 0 } = usePage<AdministratorsAct>(reads.log.key(offset))
  const { isBusy, run } = useAction()
  const save = () =>
    run(
      async () => {
        const acts = await httpAll<AdministratorsAct>('/api/admin/log', PAGE.administratorsLog, ({ id }) => id)
        saveFile('administrators.csv', 'text/csv', csvOf(actLines(acts)))
      },
      { failed: 'Failed to load the log', otherwise: 'The server did not answer.' },
    )
  return (
    <Panel
      title="What administrators did"
      actions={
        total > 0 && (
          <Button size="sm" kind="plain" aria-label="CSV: what administrators did" busy={isBusy} onClick={save}>
            CSV
          </Button>
        )
      }
    >
      <Loaded
        read={read}
        failed="Failed to load the log"
        waiting={<Loading label="Loading the log" rows={4} rowHeight="40px" />}
        empty={
          <EmptyState icon={ScrollText} title="Nothing yet" action={null}>
            Role changes, resets, deletions, unlocks and rulings appear here.
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
      <Pager offset={offset} size={LOG_ROWS} total={total} word="act" onOffset={setOffset} />
    </Panel>
  )
}
