import { styled } from 'styled-components'
import { VisuallyHidden } from './VisuallyHidden.tsx'

export type Letter = 'W' | 'D' | 'L'

const LETTER_WORDS: Readonly<Record<Letter, string>> = { W: 'won', D: 'drew', L: 'lost' }

const Backdrop = styled.span`
  display: inline-grid;
  place-items: center;
  width: 1.375rem;
  height: 1.375rem;
  font: var(--b2);
  color: var(--draw);
  background: var(--draw-tint);

  &[data-letter='W'] {
    color: var(--win);
    background: var(--win-tint);
  }
  &[data-letter='L'] {
    color: var(--loss);
    background: var(--loss-tint);
  }
`

/** A club's result as a letter, with the word as text for readers who do not see the colours. */
export function ResultLetter({ letter }: { letter: Letter }) {
  return (
    <Backdrop data-letter={letter}>
      {letter}
      <VisuallyHidden> ({LETTER_WORDS[letter]})</VisuallyHidden>
    </Backdrop>
  )
}

const Line = styled.span`
  display: inline-flex;
  gap: 2px;
`

export function FormLine({ form }: { form: readonly Letter[] }) {
  if (form.length === 0) return null
  return (
    <Line role="img" aria-label={`Form: ${form.map((letter) => LETTER_WORDS[letter]).join(', ')}`}>
      {form.map((letter, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a letter is what it is by its place
        <Backdrop key={index} data-letter={letter} aria-hidden>
          {letter}
        </Backdrop>
      ))}
    </Line>
  )
}
