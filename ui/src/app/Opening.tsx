import { styled } from 'styled-components'
import { room } from '../ui/layout.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'

const Frame = styled.div`
  ${room}
  background: var(--header);
`

const Bar = styled.div`
  height: 52px;

  @container page (min-width: 64rem) {
    height: 56px;
  }
`

export function Opening() {
  return (
    <Frame role="status" aria-busy="true">
      <Bar />
      <VisuallyHidden>Loading PLP</VisuallyHidden>
    </Frame>
  )
}
