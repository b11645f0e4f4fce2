import { styled } from 'styled-components'

const PipRow = styled.span`
  display: inline-flex;
  gap: 2px;

  i {
    width: 5px;
    height: 9px;
    border: 1px solid currentColor;
  }
  i[data-on] {
    background: currentColor;
  }
  @media (forced-colors: active) {
    /* Raises the specificity above any colour set by a page. */
    &&& {
      forced-color-adjust: none;
      color: CanvasText;
    }
  }
`

interface PipsProps {
  on: number
  of: number
  className?: string
}

/** Shows `on` out of `of` as marks, as an illustration of the text next to it. */
export function Pips({ on, of, ...rest }: PipsProps) {
  return (
    <PipRow aria-hidden {...rest}>
      {Array.from({ length: of }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: pips have no identity
        <i key={index} data-on={index < on || undefined} />
      ))}
    </PipRow>
  )
}
