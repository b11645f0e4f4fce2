import { PLACE_POINTS } from '../../../../src/contracts/final-table.ts'
import { Num, Small, Spread } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PointsLines } from '../../ui/PointsLines.ts'

const WORDS = ['Spot on', 'One place out', 'Two places out'] as const

/** Points of a club by its places out. */
export function Pays() {
  return (
    <Panel title="What it pays" actions={<Small>each club</Small>}>
      <PanelBody>
        <PointsLines>
          {[...PLACE_POINTS, 0].map((points, out) => (
            <Spread key={points}>
              <dt>{WORDS[out] ?? 'More'}</dt>
              <Num as="dd">{points}</Num>
            </Spread>
          ))}
        </PointsLines>
      </PanelBody>
    </Panel>
  )
}
