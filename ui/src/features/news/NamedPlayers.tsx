import type { NewsStory } from '../../../../src/contracts/news.ts'
import { Panel } from '../../ui/Panel.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'

type Named = NewsStory['names']['description'][number]

/** The players whom a story names, with their pictures; nothing where it names nobody. */
export function NamedPlayers({ players }: { players: readonly Named[] }) {
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
