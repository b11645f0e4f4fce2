import { styled } from 'styled-components'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

const Bar = styled.div`
  height: 52px;
  background: var(--header);

  @media (min-width: 1024px) {
    height: 56px;
  }
`

/** The moment between signing in and the first page. */
export function Opening() {
  return (
    <Bar role="status" aria-busy="true">
      <VisuallyHidden>Loading PLP</VisuallyHidden>
    </Bar>
  )
}
