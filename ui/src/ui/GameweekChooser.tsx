import { styled } from 'styled-components'
import { Choice, gameweeksTo } from './Choice.tsx'
import { Row } from './layout.ts'
import { Steps } from './Steps.tsx'
import type { Tab } from './Tabs.tsx'

const Chooser = styled(Row)`
  padding: var(--s3) var(--s4);
  border-bottom: 1px solid var(--line);

  select {
    width: auto;
    min-height: 36px;
    padding-block: 0;
    font: var(--b3);
  }
`

/** Tabs of a board: the season and one gameweek. `gameweek` null: no gameweek exists yet. */
export function periodTabs(gameweek: number | null): readonly Tab[] {
  return [
    { id: 'overall', label: 'Overall' },
    { id: 'gameweek', label: gameweek === null ? 'Gameweek' : `Gameweek ${gameweek}`, disabled: gameweek === null },
  ]
}

interface GameweekChooserProps {
  last: number
  gameweek: number
  onChoose: (gameweek: number) => void
}

export function GameweekChooser({ last, gameweek, onChoose }: GameweekChooserProps) {
  return (
    <Chooser>
      <Choice aria-label="Gameweek" value={gameweek} options={gameweeksTo(last)} onChoose={onChoose} />
      <Steps
        word="gameweek"
        size="sm"
        previous={gameweek > 1 ? gameweek - 1 : undefined}
        next={gameweek < last ? gameweek + 1 : undefined}
        onStep={onChoose}
      />
    </Chooser>
  )
}
