import { useState } from 'react'
import useSWR from 'swr'
import type { FinalTable, MateTable } from '../../../../src/areas/final-table/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelBody, PanelFoot } from '../../ui/Panel.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'
import { passFocus } from '../../ui/passFocus.ts'
import { ComparedTable, SoFar } from './ComparedTable.tsx'
import { reads } from './reads.ts'

/** Rows shown before "Show all". */
const FIRST = 5

/** Final tables of league mates, after the first cutoff. */
export function Mates({ table, season }: { table: FinalTable; season: string | null }) {
  const read = useSWR<MateTable[]>(reads.mates.key(season))
  const [shown, show] = useState<MateTable | null>(null)
  const [isWhole, setWhole] = useState(false)
  return (
    <Panel title="League mates">
      <Loaded
        read={read}
        failed="Unable to load the tables of your league mates"
        loading={{ label: 'Loading the tables of your league mates', rows: 3 }}
        empty={
          <PanelBody>
            <Small as="p">None of your league mates made a table.</Small>
          </PanelBody>
        }
      >
        {(mates) => (
          <>
            <Rows>
              {(isWhole ? mates : mates.slice(0, FIRST)).map((mate) => (
                <PersonRow
                  key={mate.id}
                  id={mate.id}
                  person={mate}
                  isYou={false}
                  about={mate.score && `${counted(mate.score.spotOn, 'club')} spot on`}
                >
                  {mate.score &&
                    (table.state === 'final' ? <b>{mate.score.points}</b> : <SoFar>{mate.score.points}</SoFar>)}
                  <Button size="sm" aria-label={`Table of ${mate.username}`} onClick={() => show(mate)}>
                    Table
                  </Button>
                </PersonRow>
              ))}
            </Rows>
            {!isWhole && mates.length > FIRST && (
              <PanelFoot>
                <Button ref={passFocus} block size="sm" onClick={() => setWhole(true)}>
                  Show all {mates.length}
                </Button>
              </PanelFoot>
            )}
          </>
        )}
      </Loaded>
      {shown && (
        <Dialog title={`Table of ${shown.username}`} onClose={() => show(null)}>
          <ComparedTable table={table} order={shown.clubIds} label={`Table of ${shown.username}`} />
        </Dialog>
      )}
    </Panel>
  )
}
