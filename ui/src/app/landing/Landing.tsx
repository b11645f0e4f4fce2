import { useLayoutEffect } from 'react'
import { styled } from 'styled-components'
import { Gate } from '../../features/session/Gate.tsx'
import { Example, Hero } from '../../features/session/Hero.tsx'
import type { TestimonialsProps } from '../../features/session/Testimonials.tsx'
import { forceTheme } from '../../theme/theme.ts'
import { room } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { ErrorState } from '../../ui/State.tsx'
import { WhenNear } from '../../ui/WhenNear.tsx'
import { WaitingPicks } from './WaitingPicks.tsx'

const Testimonials = lazyComponent<TestimonialsProps>(
  () => import('../../features/session/Testimonials.tsx').then((module) => module.Testimonials),
  null,
)

const NextMatch = lazyComponent<object>(() => import('./NextMatch.tsx').then((module) => module.NextMatch), null)

const Main = styled.main`
  ${room}
  background: var(--surface);
`

const Sides = styled.div`
  min-height: 100dvh;
  display: grid;
  grid-template: 'headline' auto 'account' auto 'example' 1fr / minmax(0, 1fr);

  @container page (min-width: 64rem) {
    grid-template: 'headline account' auto 'example account' minmax(0, 1fr) / minmax(0, 1.15fr) minmax(26.25rem, 1fr);
  }
`

const GateSide = styled.section`
  grid-area: account;
  display: grid;
  align-content: center;
  justify-items: center;
  padding: var(--s4) var(--s4) var(--s5);

  @container page (min-width: 64rem) {
    align-content: start;
    padding-block: max(24px, 24vh) var(--s6);
  }
`

interface LandingProps {
  /** The visitor is known to have no session. */
  isStranger?: boolean
  /** The session check failed: no response from the server. */
  onRetry?: () => void
}

/** The signed-out page, also shown during the session check. Always light. */
export function Landing({ isStranger = false, onRetry }: LandingProps) {
  useLayoutEffect(() => forceTheme('light'), [])
  return (
    <>
      <SkipLink to="account">Skip to sign in</SkipLink>
      <Main>
        <Sides>
          <Hero />
          <GateSide aria-label="Account" id="account" tabIndex={-1}>
            {onRetry ? (
              <ErrorState
                title={navigator.onLine ? 'The server did not answer' : 'You’re offline, and nothing is saved here yet'}
                onRetry={onRetry}
              >
                {navigator.onLine
                  ? 'We couldn’t check your session.'
                  : 'Open PLP once while you’re online. After that it works without.'}
              </ErrorState>
            ) : (
              <>
                <WaitingPicks />
                <Gate />
              </>
            )}
          </GateSide>
          <Example />
        </Sides>
        <WhenNear waiting={null} ahead="-1px">
          {isStranger && <NextMatch />}
          <Testimonials isEnabled={isStranger} />
        </WhenNear>
      </Main>
    </>
  )
}
