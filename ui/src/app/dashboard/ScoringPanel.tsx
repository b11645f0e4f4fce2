import { ScoringRules } from '../../features/scoring/ScoringRules.tsx'
import { HelpLink } from '../../ui/HelpLink.tsx'
import { Panel } from '../../ui/Panel.tsx'

export function ScoringPanel({ season }: { season: string | null }) {
  return (
    <Panel title="Scoring System" actions={<HelpLink to="scoring">How points work</HelpLink>}>
      <ScoringRules season={season} />
    </Panel>
  )
}
