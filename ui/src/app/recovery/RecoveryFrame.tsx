import type { ReactNode } from 'react'
import { styled } from 'styled-components'
import { LOGIN } from '../../features/recovery/parts.tsx'
import { room, Wrap } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { BarLink, OpenBar } from '../OpenBar.tsx'

const Main = styled.main`
  ${room}
`

const Sides = styled(Wrap)`
  display: grid;
  gap: var(--s4);
  grid-template-columns: minmax(0, 1fr);
  max-width: 960px;
  padding-block: var(--s5);

  @container page (min-width: 37.5rem) {
    gap: var(--s5);
  }
  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) 320px;
    align-items: start;
  }
`

/** What one fills in, or what came of it. */
export const Box = styled(PanelBox)`
  ${room}
`

export const Inside = styled.div`
  display: grid;
  gap: var(--s4);
  grid-template-columns: minmax(0, 1fr);
  padding: var(--s4);

  h1 {
    /* Its longest word stays whole in enlarged text. */
    font-size: min(var(--t6), 18cqi);
    line-height: 1;
    padding-right: 14px;
  }
  @container page (min-width: 30rem) {
    padding: var(--s5);
  }
`

/** The pages of recovery: a slim bar and two columns, open to everybody. */
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

const Facts = styled.dl`
  display: grid;

  div {
    display: grid;
    grid-template-columns: 88px minmax(0, 1fr);
    gap: var(--s3);
    align-items: center;
    padding-block: 10px;
    border-top: 1px solid var(--line);
  }
  div:first-child {
    border-top: 0;
  }
  dt {
    order: 2;
    font-size: var(--t1);
    color: var(--muted);
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
  readonly says: string
}

/** What to expect, in numbers. */
export function Expect({ facts, children }: { facts: readonly Fact[]; children: ReactNode }) {
  return (
    <Box aria-label="What to expect">
      <Inside>
        <Facts>
          {facts.map(({ number, unit, says }) => (
            <div key={says}>
              <dt>{says}</dt>
              <dd>
                {number}
                <small> {unit}</small>
              </dd>
            </div>
          ))}
        </Facts>
        {children}
      </Inside>
    </Box>
  )
}
