import type { NewsStory } from '../../../../src/areas/news/contract.ts'
import { Row } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'
import { PickPlate } from '../../ui/PickPlate.tsx'
import { PickPoints } from './PickPoints.tsx'

/** The reader's pick of the story's match. Renders nothing without one. */
export function YourPick({ pick }: { pick: NewsStory['yours'] }) {
  if (pick === null) return null
  return (
    <Panel title={pick.verdict === 'exact' ? 'You said so' : 'Your pick'}>
      <PanelBody>
        <Row>
          <PickPlate pick={pick} />
          <PickPoints pick={pick} />
        </Row>
      </PanelBody>
    </Panel>
  )
}

/** League mates who scored points with the story's match, with their picks. Renders nothing if there are none. */
export function CalledBy({ mates }: { mates: NewsStory['mates'] }) {
  if (mates.length === 0) return null
  return (
    <Panel title="Who called it in your leagues">
      <Rows>
        {mates.map(({ pick, ...mate }) => (
          <PersonRow key={mate.id} id={mate.id} person={mate} isYou={false}>
            <PickPlate pick={pick} label={`${mate.displayName} picked`} isTheirs />
            <PickPoints pick={pick} isTheirs />
          </PersonRow>
        ))}
      </Rows>
    </Panel>
  )
}
