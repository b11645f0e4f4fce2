import { css, styled } from 'styled-components'
import { Pips as PlainPips } from '../../ui/Pips.tsx'
import { rarityOf } from './model.ts'

/** The colour of `data-rarity` for words and pips. */
const rarityColour = css`
  color: var(--common);

  &[data-rarity='rare'] {
    color: var(--rare);
  }
  &[data-rarity='epic'] {
    color: var(--epic);
  }
  &[data-rarity='legendary'] {
    color: var(--legendary);
  }
`

const Base = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 6px;
  min-height: 22px;
  padding: 1px 8px;
  font-size: var(--t1);
  font-weight: 600;
  line-height: 1.2;
  white-space: nowrap;
  background: var(--common-tint);
  ${rarityColour}

  &[data-rarity='rare'] {
    background: var(--rare-tint);
  }
  &[data-rarity='epic'] {
    background: var(--epic-tint);
  }
  &[data-rarity='legendary'] {
    background: var(--legendary-tint);
  }
  @media (forced-colors: active) {
    border: 1px solid;
  }
`

const Coloured = styled(PlainPips)`
  ${rarityColour}
`

/** One to four of four. */
export function Pips({ rarity }: { rarity: string }) {
  const known = rarityOf(rarity)
  return <Coloured on={known.pips} of={4} data-rarity={known.rarity} />
}

/** How rare: colour, pips and the word. */
export function RarityBadge({ rarity }: { rarity: string }) {
  const known = rarityOf(rarity)
  return (
    <Base data-rarity={known.rarity}>
      <Pips rarity={rarity} />
      {known.word}
    </Base>
  )
}
