import { MapPinOff, SearchX } from 'lucide-react'
import { styled } from 'styled-components'
import { usePageTitle } from '../lib/usePageTitle.ts'
import { ButtonLink } from './ButtonLink.tsx'
import type { GoneProps } from './Gone.tsx'
import { Wrap } from './layout.ts'

const Box = styled(Wrap)`
  display: grid;
  justify-items: center;
  gap: var(--s3);
  padding-block: clamp(48px, 14vh, 140px);
  text-align: center;
  color: var(--muted);

  h1 {
    color: var(--ink);
  }
  & > svg {
    width: 32px;
    height: 32px;
  }
  &[data-loud] h1 {
    font-size: clamp(var(--t6), 8vw, var(--t7));
    line-height: 1;
  }
  &[data-loud] a {
    margin-top: var(--s2);
  }
`

interface NothingProps extends GoneProps {
  isLoud?: true
}

export function Nothing({ title, icon: Icon = SearchX, isLoud, to, label, children }: NothingProps) {
  usePageTitle(title)
  return (
    <Box data-loud={isLoud}>
      <Icon aria-hidden />
      <h1>{title}</h1>
      <p>{children}</p>
      <ButtonLink to={to} kind="primary">
        {label}
      </ButtonLink>
    </Box>
  )
}

export function NotFound() {
  return (
    <Nothing title="404 Page Not Found" icon={MapPinOff} isLoud to="/" label="Back to the fixtures">
      There’s nothing on at this address.
    </Nothing>
  )
}
