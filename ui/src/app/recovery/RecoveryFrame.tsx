import { type ReactNode, useId } from 'react'
import { styled } from 'styled-components'
import { LOGIN } from '../../features/recovery/parts.tsx'
import { room, Small } from '../../ui/layout.ts'
import { BarLink, OpenBar, OpenFrame } from '../../ui/OpenBar.tsx'
import { Page } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'

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
    <OpenFrame
      bar={
        <OpenBar>
          <BarLink href={LOGIN}>Back to Login</BarLink>
        </OpenBar>
      }
    >
      <Sides>{children}</Sides>
    </OpenFrame>
  )
}

/** Plain sentences, one a line. */
export function Expect({ facts }: { facts: readonly string[] }) {
  const id = useId()
  return (
    <Box aria-labelledby={id}>
      <Inside>
        <Small as="h2" id={id}>
          Good to know
        </Small>
        <Sentences>
          {facts.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </Sentences>
      </Inside>
    </Box>
  )
}

const Sentences = styled.ul`
  display: grid;
  gap: var(--s3);
  line-height: 1.4;
`
