import { useId } from 'react'
import { styled } from 'styled-components'
import { useTable } from '../../features/table/api.ts'
import { LeagueTable } from '../../features/table/LeagueTable.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PanelBox, PanelFoot, PanelHeader } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'

const Waiting = styled(Loading)`
  padding: 0 var(--s4) var(--s4);
`

/** The Premier League table, in short. */
export function TablePanel() {
  const headingId = useId()
  const table = useTable()
  return (
    <PanelBox aria-labelledby={headingId}>
      <PanelHeader>
        <h2 id={headingId}>Premier League Table</h2>
      </PanelHeader>
      <Loaded
        read={table}
        failed="Unable to load the table"
        isBrief
        waiting={<Waiting label="Loading table" rows={10} rowHeight="24px" />}
      >
        {(rows) => <LeagueTable rows={rows} labelledBy={headingId} />}
      </Loaded>
      <PanelFoot>
        <ButtonLink size="sm" block to="/table">
          Whole table
        </ButtonLink>
      </PanelFoot>
    </PanelBox>
  )
}
