import { css, styled } from 'styled-components'

const gap = css`
  padding-block: 0;
  color: var(--muted);
  letter-spacing: 0.3em;
`

const GapCell = styled.td`
  && {
    ${gap}
    text-align: center;
  }
`

/** More columns than any board has. */
const ALL_COLUMNS = 8

export function GapRow() {
  return (
    <tr aria-hidden>
      <GapCell colSpan={ALL_COLUMNS}>···</GapCell>
    </tr>
  )
}

const GapLine = styled.li`
  && {
    ${gap}
  }
`

export function GapItem() {
  return (
    <GapLine data-gap aria-hidden>
      ···
    </GapLine>
  )
}
