import { styled } from 'styled-components'
import { Row, Spread } from '../../ui/layout.ts'

export const Act = styled(Spread)`
  gap: var(--s3);
  padding: var(--s3) var(--s4) var(--s4);
`

export const Acts = styled(Row)`
  @container page (width < 37.5rem) {
    width: 100%;
    & > * {
      flex: 1 1 auto;
    }
  }
`
