import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { HOME } from '../lib/paths.ts'
import { Brand } from './Brand.tsx'
import { Row, room, Wrap } from './layout.ts'
import { SkipLink } from './SkipLink.tsx'
import { ThemeButton } from './ThemeButton.tsx'
import { tapTarget } from './tapTarget.ts'

const Top = styled.header`
  ${room}
  background: var(--header);
  color: var(--on-header);
  --focus: var(--accent);
`

const Line = styled(Wrap)`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: 0 var(--s3);
  min-height: 52px;
`

const Main = styled.main`
  ${room}
`

export const BarLink = styled.a`
  ${tapTarget}
  --tap-inset: -10px -8px;
  display: inline-flex;
  align-items: center;
  min-height: 24px;
  font-size: var(--t1);
  color: var(--on-header);
`

/**
 * Header of pages that are open to everyone: brand and theme button. `before` and `children` are placed around the
 * theme button.
 */
export function OpenBar({ before, children }: { before?: ReactNode; children: ReactNode }) {
  return (
    <Top>
      <Line>
        <Brand as="a" href={HOME.to} aria-label="PLP, home">
          PLP
        </Brand>
        <Row>
          {before}
          <ThemeButton />
          {children}
        </Row>
      </Line>
    </Top>
  )
}

/** Frame of pages that are open to everyone: a skip link, the header and the content. */
export function OpenFrame({ bar, children }: { bar: ReactNode; children: ReactNode }) {
  return (
    <>
      <SkipLink to="main" />
      {bar}
      <Main id="main" tabIndex={-1}>
        {children}
      </Main>
    </>
  )
}
