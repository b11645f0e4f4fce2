import { styled } from 'styled-components'
import type { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { Mark } from './Mark.tsx'
import { wonLatest } from './model.ts'

/* The shields share one shelf line. */
const Shelf = styled.div`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  padding-bottom: 6px;
  border-bottom: 3px solid var(--header-line);

  &[data-waiting] {
    visibility: hidden;
  }
`

const Trophy = styled(Mark)`
  --w: 31px;

  @container page (min-width: 37.5rem) {
    --w: 36px;
  }
`

interface CaseProps {
  /** Undefined while loading. */
  readonly achievements: readonly UserAchievement[] | undefined
  /** Number of unlocked achievements if known before loading, to reserve their space. */
  readonly expected: number
}

/** Unlocked achievements as a row of shields on the dark band. Decorative: the cards carry the same information. */
export function Case({ achievements, expected }: CaseProps) {
  const won = achievements
    ? wonLatest(achievements)
    : Array.from({ length: expected }, (_, id) => ({ id, icon: '', rarity: '' }))
  if (won.length === 0) return null
  return (
    <Shelf aria-hidden data-theme="dark" data-waiting={achievements === undefined || undefined}>
      {won.map(({ id, icon, rarity }) => (
        <Trophy key={id} icon={icon} rarity={rarity} />
      ))}
    </Shelf>
  )
}
