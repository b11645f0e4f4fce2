import { type CSSProperties, useState } from 'react'
import { css, styled } from 'styled-components'

const size = css`
  --w: 1.875rem;
  flex: none;
  width: var(--w);
  height: calc(var(--w) * 1.16);

  &[data-size='sm'] {
    --w: 1.375rem;
  }
  &[data-size='lg'] {
    --w: 2.875rem;
  }
`

/**
 * The club's shield: band over field, two letters, from 24 px the club's three. `data-size` sm is 22 px, lg 46 px,
 * default 30 px; `--w` sets any other width.
 */
const Shield = styled.span`
  ${size}
  container-type: inline-size;
  position: relative;
  isolation: isolate;
  display: grid;
  place-items: center;
  padding-bottom: calc(var(--w) * 0.02);
  background: var(--line-strong);
  clip-path: polygon(0 0, 100% 0, 100% 66%, 50% 100%, 0 66%);
  font: 600 calc(var(--w) * 0.5) / 1 var(--board);
  color: var(--c3);

  &::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: 1px;
    clip-path: inherit;
    background: linear-gradient(var(--c2) 0 17%, var(--c1) 0);
  }
  span + span {
    display: none;
    font-size: calc(var(--w) * 0.42);
  }
  @container (width >= 1.5rem) {
    span {
      display: none;
    }
    span + span {
      display: block;
    }
  }
`

const Logo = styled.img`
  ${size}
  object-fit: contain;
`

interface CrestTeam {
  shortName: string
  /** Three letters. */
  code?: string
  logoUrl?: string | null
  colours?: { field: string; band: string; letters: string }
}

interface CrestProps {
  team: CrestTeam
  size?: 'sm' | 'md' | 'lg'
  className?: string
  [data: `data-${string}`]: string | boolean | undefined
}

export function Crest({ team, size = 'md', ...rest }: CrestProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const { logoUrl, colours, shortName, code } = team
  const letters = shortName.slice(0, 2).toUpperCase()
  if (logoUrl && broken !== logoUrl)
    return <Logo src={logoUrl} alt="" data-size={size} {...rest} onError={() => setBroken(logoUrl)} />
  const style = {
    '--c1': colours?.field ?? '#47594f',
    '--c2': colours?.band ?? '#ffffff',
    '--c3': colours?.letters ?? '#ffffff',
  } as CSSProperties
  return (
    <Shield aria-hidden data-size={size} {...rest} style={style}>
      <span>{letters}</span>
      <span>{code ?? letters}</span>
    </Shield>
  )
}
