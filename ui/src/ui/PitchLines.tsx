import { styled } from 'styled-components'

const Pitch = styled.svg`
  position: absolute;
  left: 84%;
  top: 0;
  translate: -50% 0;
  height: 100%;
  width: auto;
  fill: none;
  stroke: var(--pitch);
  stroke-width: 2;
  pointer-events: none;

  @container page (min-width: 37.5rem) {
    left: 38%;
  }
  /* In forced colours these lines would be as strong as the text over them. */
  @media (forced-colors: active) {
    display: none;
  }
`

export function PitchLines({ className }: { className?: string }) {
  return (
    <Pitch className={className} viewBox="0 0 420 200" preserveAspectRatio="xMidYMid slice" aria-hidden>
      <path d="M210-40v280" />
      <circle cx="210" cy="100" r="130" />
      <circle cx="210" cy="100" r="3" />
    </Pitch>
  )
}
