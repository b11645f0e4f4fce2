import { styled } from 'styled-components'
import type { UserAchievement } from '../../../../src/contracts/achievements.ts'
import { Mark } from './Mark.tsx'
import { wonLatest } from './model.ts'

/* The shields stand on their shelf. */
const Shelf = styled.div`
  grid-column: 1 / -1;
  display: flex;
  flex-wrap: wrap;
  gap: 6px;
  padding-bottom: 6px;
  border-bottom: 3px solid var(--header-line);
`

const Trophy = styled(Mark)`
  --w: 31px;

  @media (min-width: 600px) {
    --w: 36px;
  }
`

/** What has been won, at a glance: decoration, the cards say it all. Stands on the dark band. */
export function Case({ achievements }: { achievements: readonly UserAchievement[] }) {
  const won = wonLatest(achievements)
  if (won.length === 0) return null
  return (
    <Shelf aria-hidden data-theme="dark">
      {won.map(({ id, icon, rarity }) => (
        <Trophy key={id} icon={icon} rarity={rarity} />
      ))}
    </Shelf>
  )
}
