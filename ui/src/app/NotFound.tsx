import { MapPinOff } from 'lucide-react'
import { styled } from 'styled-components'
import { usePageTitle } from '../lib/usePageTitle.ts'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Wrap } from '../ui/layout.ts'

const Box = styled(Wrap)`
  display: grid;
  justify-items: center;
  gap: var(--s3);
  padding-block: clamp(48px, 14vh, 140px);
  text-align: center;
  color: var(--muted);

  h1 {
    font-size: clamp(var(--t6), 8vw, var(--t7));
    line-height: 1;
    color: var(--ink);
  }
  svg {
    width: 32px;
    height: 32px;
  }
  a {
    margin-top: var(--s2);

    svg {
      width: 1.2em;
      height: 1.2em;
    }
  }
`

export function NotFound() {
  usePageTitle('404 Page Not Found')
  return (
    <Box>
      <MapPinOff aria-hidden />
      <h1>404 Page Not Found</h1>
      <p>Nothing is played at this address.</p>
      <ButtonLink to="/" kind="primary">
        Back to the fixtures
      </ButtonLink>
    </Box>
  )
}
