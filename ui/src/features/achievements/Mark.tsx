import { css, styled } from 'styled-components'
import { iconOf } from './icons.ts'
import { rarityOf } from './model.ts'

/** Sets `--rarity` and `--rarity-tint` from `data-rarity`. */
export const rarityColours = css`
  --rarity: var(--common);
  --rarity-tint: var(--common-tint);

  &[data-rarity='rare'] {
    --rarity: var(--rare);
    --rarity-tint: var(--rare-tint);
  }
  &[data-rarity='epic'] {
    --rarity: var(--epic);
    --rarity-tint: var(--epic-tint);
  }
  &[data-rarity='legendary'] {
    --rarity: var(--legendary);
    --rarity-tint: var(--legendary-tint);
  }
`

/**
 * A shield shaped like the club crests: filled in the rarity colour once unlocked, an outline before. `--w` sets its
 * width.
 */
const Shield = styled.span`
  --w: 56px;
  ${rarityColours}
  position: relative;
  isolation: isolate;
  flex: none;
  display: grid;
  place-items: center;
  width: var(--w);
  height: calc(var(--w) * 1.16);
  padding-bottom: calc(var(--w) * 0.1);
  clip-path: polygon(0 0, 100% 0, 100% 66%, 50% 100%, 0 66%);
  background: var(--rarity);
  color: var(--on-rarity);

  svg {
    width: calc(var(--w) * 0.46);
    height: calc(var(--w) * 0.46);
  }
  &[data-rarity='legendary'] {
    --rarity: var(--gold);
    color: var(--on-medal);
  }
  &[data-locked] {
    background: var(--line-strong);
    color: var(--muted);
  }
  &[data-locked]::before {
    content: '';
    position: absolute;
    z-index: -1;
    inset: 1px;
    clip-path: inherit;
    background: var(--under);
  }
  @media (forced-colors: active) {
    forced-color-adjust: none;
    background: CanvasText;
    color: Canvas;
  }
`

interface MarkProps {
  icon: string
  rarity: string
  locked?: boolean
  className?: string
}

/** The badge alone; its name is rendered next to it. */
export function Mark({ icon, rarity, locked, className }: MarkProps) {
  const Icon = iconOf(icon)
  return (
    <Shield aria-hidden data-rarity={rarityOf(rarity).rarity} data-locked={locked || undefined} className={className}>
      <Icon />
    </Shield>
  )
}
