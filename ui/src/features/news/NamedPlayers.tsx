import type { NewsStory } from '../../../../src/areas/news/contract.ts'
import { Panel } from '../../ui/Panel.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'

/** The players whom a story names, with their pictures; nothing where it names nobody. */
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
