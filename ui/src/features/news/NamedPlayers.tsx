import type { NewsStory } from '../../../../src/areas/news/contract.ts'
import { Panel } from '../../ui/Panel.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'

/** The players named in a story, with their pictures. Renders nothing if there are none. */
export function NamedPlayers({ players }: { players: NewsStory['names']['description'] }) {
  if (players.length === 0) return null
  return (
    <Panel title="In this story">
      <Rows>
        {players.map((player) => (
          <PersonRow key={player.id} id={player.id} person={player} isYou={false} />
        ))}
      </Rows>
    </Panel>
  )
}
