import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { LOGIN } from '../../features/recovery/parts.tsx'
import { Facts, Fact as Named } from '../../ui/Facts.tsx'
import { room } from '../../ui/layout.ts'
import { BarLink, OpenBar } from '../../ui/OpenBar.tsx'
import { Page } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'

const Main = styled.main`
  ${room}
`

const Sides = styled(Page)`
  max-width: 960px;
  padding-block: var(--s5);

  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) 320px;
    align-items: start;
  }
`

export const Box = styled(PanelBox)`
  ${room}
`

export const Inside = styled.div`
  display: grid;
  gap: var(--s4);
  grid-template-columns: minmax(0, 1fr);
  padding: var(--s4);

  h1 {
    /* Keeps the longest word whole in enlarged text. */
    font-size: min(var(--t6), 18cqi);
    line-height: 1;
    padding-right: 14px;
  }
  @container page (min-width: 30rem) {
    padding: var(--s5);
  }
`

export function RecoveryFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <SkipLink to="main">Skip to content</SkipLink>
      <OpenBar>
        <BarLink href={LOGIN}>Back to Login</BarLink>
      </OpenBar>
      <Main id="main" tabIndex={-1}>
        <Sides>{children}</Sides>
      </Main>
    </>
  )
}

const Numbers = styled(Facts)`
  & > div {
    grid-template-columns: 88px minmax(0, 1fr);
    gap: var(--s3);
    align-items: center;
    padding-block: 10px;
  }
  dt {
    order: 2;
    line-height: 1.35;
  }
  dd {
    font: 600 var(--t6) / 0.9 var(--board);
    white-space: nowrap;
  }
  small {
    font: 500 var(--t1) / 1 var(--text);
    color: var(--muted);
    margin-left: 2px;
  }
`

export interface Fact {
  readonly number: number
  readonly unit: string
  readonly text: string
}

export function Expect({ facts, children }: { facts: readonly Fact[]; children: ReactNode }) {
  return (
    <Box aria-label="What to expect">
      <Inside>
        <Numbers>
          {facts.map(({ number, unit, text }) => (
            <Named key={text} label={text}>
              {number}
              <small> {unit}</small>
            </Named>
          ))}
        </Numbers>
        {children}
      </Inside>
    </Box>
  )
}
