import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useId } from 'react'
import { styled } from 'styled-components'
import { Button } from './Button.tsx'
import { Row } from './layout.ts'
import { Select } from './Select.tsx'
import type { Tab } from './Tabs.tsx'
import { VisuallyHidden } from './VisuallyHidden.tsx'

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

/** The tabs of a board that the season has, and each gameweek; null: there is none yet. */
export function periodTabs(gameweek: number | null): readonly Tab[] {
  return [
    { id: 'overall', label: 'Overall' },
    { id: 'gameweek', label: gameweek === null ? 'Gameweek' : `Gameweek ${gameweek}`, disabled: gameweek === null },
  ]
}

interface GameweekChooserProps {
  /** The latest that can be chosen. */
  last: number
  gameweek: number
  onChoose: (gameweek: number) => void
}

/** One gameweek out of those up to `last`, at the head of a panel. */
export function GameweekChooser({ last, gameweek, onChoose }: GameweekChooserProps) {
  const id = useId()
  return (
    <Chooser>
      <VisuallyHidden as="label" htmlFor={id}>
        Gameweek
      </VisuallyHidden>
      <Select id={id} value={gameweek} onChange={(event) => onChoose(Number(event.target.value))}>
        {Array.from({ length: last }, (_, index) => last - index).map((each) => (
          <option key={each} value={each}>
            Gameweek {each}
          </option>
        ))}
      </Select>
      <Button
        icon
        size="sm"
        aria-label="Previous gameweek"
        disabled={gameweek <= 1}
        onClick={() => onChoose(gameweek - 1)}
      >
        <ChevronLeft aria-hidden />
      </Button>
      <Button
        icon
        size="sm"
        aria-label="Next gameweek"
        disabled={gameweek >= last}
        onClick={() => onChoose(gameweek + 1)}
      >
        <ChevronRight aria-hidden />
      </Button>
    </Chooser>
  )
}
