import { Minus, Plus } from 'lucide-react'
import { useId } from 'react'
import { styled } from 'styled-components'
import { MOST_LEAGUE_POINTS } from '../../../../src/contracts/league-scoring.ts'
import { digitsOf } from '../../lib/numbers.ts'
import { Button } from '../../ui/Button.tsx'
import { FieldError, Input } from '../../ui/Field.tsx'

const Line = styled.div`
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s2) var(--s4);
  align-items: center;
  padding: 10px 0;
  border-top: 1px solid var(--line);

  &:first-of-type {
    border-top: 0;
  }
  small {
    display: block;
    font-size: var(--t1);
    color: var(--muted);
  }
  & > p {
    grid-column: 1 / -1;
  }
  @container page (width < 18rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Buttons = styled.div`
  display: grid;
  grid-template-columns: 44px 4rem 44px;
  gap: 2px;

  button {
    min-height: 44px;
    padding: 0;
  }
  input {
    min-height: 44px;
    padding: 0;
    border-radius: 0;
    font: var(--b5);
    text-align: center;
  }
`

interface StepperProps {
  label: string
  example: string
  value: number
  error: string | null
  onChange(value: number): void
}

/** A number of points with a button on either side; the arrow keys step, too. */
export function Stepper({ label, example, value, error, onChange }: StepperProps) {
  const id = useId()
  const put = (next: number) => onChange(Math.max(0, Math.min(MOST_LEAGUE_POINTS, next)))
  return (
    <Line>
      <div>
        <b>{label}</b>
        <small id={`${id}-h`}>{example}</small>
      </div>
      <Buttons role="group" aria-label={label}>
        <Button aria-label={`${label}: one less`} aria-disabled={value === 0} onClick={() => put(value - 1)}>
          <Minus aria-hidden />
        </Button>
        <Input
          inputMode="numeric"
          pattern="[0-9]*"
          maxLength={2}
          autoComplete="off"
          aria-label={label}
          aria-invalid={error !== null || undefined}
          aria-describedby={error === null ? `${id}-h` : `${id}-e ${id}-h`}
          value={String(value)}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => put(Number(digitsOf(event.currentTarget.value)))}
          onKeyDown={(event) => {
            const step = { ArrowUp: 1, ArrowDown: -1 }[event.key]
            if (step === undefined) return
            event.preventDefault()
            put(value + step)
          }}
        />
        <Button
          aria-label={`${label}: one more`}
          aria-disabled={value === MOST_LEAGUE_POINTS}
          onClick={() => put(value + 1)}
        >
          <Plus aria-hidden />
        </Button>
      </Buttons>
      {error !== null && <FieldError id={`${id}-e`}>{error}</FieldError>}
    </Line>
  )
}
