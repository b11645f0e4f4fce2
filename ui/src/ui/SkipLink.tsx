import { styled } from 'styled-components'

const Skip = styled.a`
  position: absolute;
  left: 8px;
  top: -80px;
  z-index: 40;
  background: var(--accent);
  color: var(--on-accent);
  padding: 12px 16px;

  &:focus {
    top: 8px;
  }
`

/** First Tab stop: skips the repeated header. `to` is the id of the target. */
export function SkipLink({ to, children = 'Skip to content' }: { to: string; children?: string }) {
  const jump = (event: React.MouseEvent) => {
    event.preventDefault()
    document.getElementById(to)?.focus()
  }
  return (
    <Skip href={`#${to}`} onClick={jump}>
      {children}
    </Skip>
  )
}
