import useSWR from 'swr'
import type { Ruleset, RulesPreview } from '../../../../src/areas/league-rules/contract.ts'
import { useSettled } from '../../lib/useSettled.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { isGone } from '../../ui/PageOf.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Rank } from '../../ui/Rank.tsx'
import { playerColumn, Standings } from '../../ui/StandingsBoard.tsx'
import type { Columns } from '../../ui/Table.tsx'
import { reads } from './reads.ts'

type PreviewRow = RulesPreview['rows'][number]

/** Time without a change after which the rules are compared, in ms. */
const TYPING = 300

interface PreviewProps {
  leagueId: number
  userId: number
  rules: Ruleset
  /** False: the reader may be none, and then sees nothing. */
  isMember: boolean
}

/** The last settled gameweek by other rules. */
export function Preview({ leagueId, userId, rules, isMember }: PreviewProps) {
  const key = useSettled(reads.preview.key(leagueId, rules), TYPING)
  const read = useSWR<RulesPreview>(key, { keepPreviousData: true })
  if (!isMember && isGone(read.error)) return null
  const gameweek = read.data?.gameweek
  return (
    <Panel
      title={gameweek ? `Gameweek ${gameweek}, by these rules` : 'By these rules'}
      actions={<Small>only to compare</Small>}
    >
      <Loaded
        read={read}
        failed="Failed to compare the rules"
        loading={{ label: 'Comparing the rules', rows: 4, inset: 'all' }}
      >
        {({ rows, me }) =>
          rows.length === 0 ? (
            <PanelBody>
              <Small as="p">No gameweek has settled yet.</Small>
            </PanelBody>
          ) : (
            <Standings
              caption={`Gameweek ${gameweek} by the new rules`}
              columns={columnsOf(userId)}
              rows={rows}
              apart={me && !rows.some(({ id }) => id === me.id) ? me : null}
              you={userId}
            />
          )
        }
      </Loaded>
    </Panel>
  )
}

const columnsOf = (userId: number): Columns<PreviewRow> => [
  { name: 'Rank', cell: ({ newRanking, newPoints }) => <Rank ranking={newRanking} noMedal={newPoints === 0} /> },
  playerColumn(userId),
  { name: 'Was', is: 'n', cell: ({ points }) => points },
  { name: 'Would be', is: 'n total', cell: ({ newPoints }) => newPoints },
]
