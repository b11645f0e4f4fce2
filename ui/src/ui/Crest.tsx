import { type CSSProperties, useState } from 'react'
import { styled } from 'styled-components'

/** The club's shield: band over field, two letters. `data-size` sm 22 px, lg 46 px, else 30 px; `--w` sets any other width. */
const Shield = styled.span`
  --w: 1.875rem;
  position: relative;
  isolation: isolate;
  flex: none;
  display: grid;
  place-items: center;
  width: var(--w);
  height: calc(var(--w) * 1.16);
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
  &[data-size='sm'] {
    --w: 1.375rem;
  }
  &[data-size='lg'] {
    --w: 2.875rem;
  }
`

const Logo = styled.img`
  --w: 1.875rem;
  flex: none;
  width: var(--w);
  height: calc(var(--w) * 1.16);
  object-fit: contain;

  &[data-size='sm'] {
    --w: 1.375rem;
  }
  &[data-size='lg'] {
    --w: 2.875rem;
  }
`

interface CrestTeam {
  shortName: string
  logoUrl?: string | null
  colours?: { field: string; band: string; letters: string }
}

interface CrestProps {
  team: CrestTeam
  size?: 'sm' | 'md' | 'lg'
  className?: string
  [data: `data-${string}`]: string | boolean | undefined
}

/** Decoration beside the club's name: its logo, else the first two letters of its short name on its colours. */
export function Crest({ team, size = 'md', ...rest }: CrestProps) {
  const [broken, setBroken] = useState<string | null>(null)
  const { logoUrl, colours, shortName } = team
  if (logoUrl && broken !== logoUrl)
    return <Logo src={logoUrl} alt="" data-size={size} {...rest} onError={() => setBroken(logoUrl)} />
  const style = {
    '--c1': colours?.field ?? '#47594f',
    '--c2': colours?.band ?? '#ffffff',
    '--c3': colours?.letters ?? '#ffffff',
  } as CSSProperties
  return (
    <Shield aria-hidden data-size={size} {...rest} style={style}>
      {shortName.slice(0, 2).toUpperCase()}
    </Shield>
  )
}
