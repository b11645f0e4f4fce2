import { useLayoutEffect } from 'react'
import { styled } from 'styled-components'
import { forceTheme } from '../../theme/theme.ts'
import { room } from '../../ui/layout.ts'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { Gate } from './Gate.tsx'
import { Hero } from './Hero.tsx'

const Main = styled.main`
  ${room}
  background: var(--surface);
`

const Sides = styled.div`
  min-height: 100dvh;
  display: grid;
  grid-template: auto 1fr / minmax(0, 1fr);

  @container page (min-width: 64rem) {
    grid-template: none / minmax(0, 1.15fr) minmax(26.25rem, 1fr);
  }
`

const GateSide = styled.section`
  display: grid;
  align-content: center;
  justify-items: center;
  padding: var(--s5) var(--s4) var(--s6);

  @container page (min-width: 64rem) {
    align-content: start;
    padding-top: max(24px, 24vh);
  }
`

export interface LandingProps {
  /** The session could not be asked for: the server did not answer. */
  onRetry?: () => void
}

/** The signed-out page, and what stands while the session is being asked for. Always light. */
export function Landing({ onRetry }: LandingProps) {
  useLayoutEffect(() => forceTheme('light'), [])
  return (
    <>
      <SkipLink to="account">Skip to sign in</SkipLink>
      <Main>
        <Sides>
          <Hero />
          <GateSide aria-label="Account" id="account" tabIndex={-1}>
            {onRetry ? (
              <ErrorState title="The server did not answer" onRetry={onRetry}>
                Your session could not be checked.
              </ErrorState>
            ) : (
              <Gate />
            )}
          </GateSide>
        </Sides>
      </Main>
    </>
  )
}
