import { useId } from 'react'
import { styled } from 'styled-components'
import type { SettledBoard } from '../../../../src/areas/boards/contract.ts'
import { Small, Spread } from '../../ui/layout.ts'
import { spreadRadio } from '../../ui/Segmented.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'

const Weeks = styled.fieldset`
  border: 0;

  legend {
    padding: 0 0 4px;
    font-size: var(--t1);
    color: var(--muted);
  }
  & > div {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(36px, 1fr));
    gap: 2px;
  }
`

const Week = styled.label`
  ${spreadRadio}
  display: grid;
  place-items: center;
  min-height: 36px;
  font: var(--b3);
  color: var(--muted);
  background: var(--surface-2);
  cursor: pointer;

  &:hover {
    color: var(--ink);
    background: var(--line);
  }
  &:has(:checked) {
    color: var(--surface);
    background: var(--ink);
  }
  &[data-changed]::after {
    content: '';
    position: absolute;
    top: 4px;
    right: 4px;
    width: 6px;
    height: 6px;
    background: var(--warn);
    rotate: 45deg;
  }
  &[data-changed]:has(:checked)::after {
    background: var(--surface);
  }
  /* Forced colours replace backgrounds. */
  @media (forced-colors: active) {
    &:has(:checked) {
      border: 2px solid;
    }
    &[data-changed]::after {
      background: CanvasText;
    }
  }
`

const Mark = styled.i`
  display: inline-block;
  width: 8px;
  height: 8px;
  margin-inline: 2px 6px;
  background: var(--warn);
  rotate: 45deg;
  forced-color-adjust: none;
`

interface AfterGameweekProps {
  readonly boards: readonly SettledBoard[]
  readonly gameweek: number
  onChoose(gameweek: number): void
}

/** Radio buttons of the settled gameweeks; those with results changed since are marked. */
export function AfterGameweek({ boards, gameweek, onChoose }: AfterGameweekProps) {
  const name = useId()
  return (
    <Weeks>
      <legend>After gameweek</legend>
      <div>
        {boards.map((board) => (
          <Week key={board.gameweek} data-changed={board.changes > 0 || undefined}>
            <input
              type="radio"
              name={name}
              checked={board.gameweek === gameweek}
              onChange={() => onChoose(board.gameweek)}
            />
            <span>
              {board.gameweek}
              {board.changes > 0 && <VisuallyHidden>, corrected since</VisuallyHidden>}
            </span>
          </Week>
        ))}
      </div>
    </Weeks>
  )
}

/** Explains the mark of a gameweek. */
export function CorrectedMark() {
  return (
    <Spread>
      <Small>
        <Mark aria-hidden />
        corrected since
      </Small>
    </Spread>
  )
}
