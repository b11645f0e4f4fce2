import { useState } from 'react'
import { css, styled } from 'styled-components'

const shape = css`
  --w: 2rem;
  flex: none;
  width: var(--w);
  height: var(--w);
  clip-path: polygon(0 0, 72% 0, 100% 28%, 100% 100%, 0 100%);

  &[data-size='line'] {
    --w: 1.125rem;
    vertical-align: text-bottom;
  }
  &[data-size='sm'] {
    --w: 1.625rem;
  }
  &[data-size='lg'] {
    --w: 3.5rem;
  }
  &[data-size='xl'] {
    --w: 5.25rem;
  }
`

/** Background colours of initials, by `data-hue` (`hueOf`). */
export const hues = css`
  &[data-hue='1'] {
    background: var(--win-tint);
  }
  &[data-hue='2'] {
    background: var(--loss-tint);
  }
  &[data-hue='3'] {
    background: var(--epic-tint);
  }
  &[data-hue='4'] {
    background: var(--warn-tint);
  }
`

const Letters = styled.span`
  ${shape}
  display: grid;
  place-items: center;
  font: 600 calc(var(--w) * 0.5) / 1 var(--board);
  background: var(--surface-2);
  color: var(--ink);

  ${hues}
  &[data-you] {
    background: var(--lit);
    color: var(--lit-num);
  }
  &[data-dark] {
    background: var(--header-2);
  }
`

const Picture = styled.img`
  ${shape}
  object-fit: cover;
`

/** Returns the hue of a username, 0 to 4. The same name always has the same one. */
export function hueOf(username: string): number {
  let sum = 0
  for (const character of username) sum = (sum * 31 + character.codePointAt(0)!) >>> 0
  return sum % 5
}

interface AvatarProps {
  username: string
  image?: string | null
  isYou?: boolean
  onDark?: boolean
  /** `line`: as high as a line of text. */
  size?: 'line' | 'sm' | 'md' | 'lg' | 'xl'
  className?: string
}

export function Avatar({ username, image, isYou, onDark, size = 'md', className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null)
  if (image && broken !== image)
    return <Picture src={image} alt="" data-size={size} className={className} onError={() => setBroken(image)} />
  return (
    <Letters
      aria-hidden
      data-you={isYou || undefined}
      data-dark={onDark || undefined}
      data-hue={hueOf(username)}
      data-size={size}
      className={className}
    >
      {username.slice(0, 2).toUpperCase()}
    </Letters>
  )
}
