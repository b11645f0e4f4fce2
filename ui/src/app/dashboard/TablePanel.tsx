import { useTable } from '../../features/table/api.ts'
import { LeagueTable } from '../../features/table/LeagueTable.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'

export function TablePanel() {
  const table = useTable()
  return (
    <Panel title="Premier League Table">
      <Loaded
        read={table}
        failed="Unable to load the table"
        isBrief
        loading={{ label: 'Loading table', rows: 10, rowHeight: '24px' }}
      >
        {(rows) => <LeagueTable rows={rows} />}
      </Loaded>
      <PanelFoot>
        <ButtonLink size="sm" block to="/table">
          See the full table
        </ButtonLink>
      </PanelFoot>
    </Panel>
  )
}
