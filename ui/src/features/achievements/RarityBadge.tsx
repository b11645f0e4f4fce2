import { styled } from 'styled-components'
import { BadgeBase } from '../../ui/Badge.tsx'
import { Pips as PlainPips } from '../../ui/Pips.tsx'
import { rarityColours } from './Mark.tsx'
import { rarityOf } from './model.ts'

const Base = styled(BadgeBase)`
  ${rarityColours}
  gap: 6px;
  color: var(--rarity);
  background: var(--rarity-tint);
`

const Coloured = styled(PlainPips)`
  ${rarityColours}
  color: var(--rarity);
`

/** One to four pips of four. */
export function Pips({ rarity }: { rarity: string }) {
  const known = rarityOf(rarity)
  return <Coloured on={known.pips} of={4} data-rarity={known.rarity} />
}

export function RarityBadge({ rarity }: { rarity: string }) {
  const known = rarityOf(rarity)
  return (
    <Base data-rarity={known.rarity}>
      <Pips rarity={rarity} />
      {known.word}
    </Base>
  )
}
