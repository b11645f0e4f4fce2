import { styled } from 'styled-components'
import type { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { count } from '../../lib/numbers.ts'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { byRarity, closest, percentOf, rarityOf, unlockedOf } from './model.ts'
import { Pips } from './RarityBadge.tsx'

const Box = styled.section`
  display: grid;
  gap: var(--s2);
  min-width: 0;

  &[data-waiting] {
    visibility: hidden;
  }
  @container page (min-width: 64rem) {
    width: 25rem;
  }
`

const Figures = styled.div`
  display: flex;
  align-items: flex-end;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: var(--s2) var(--s4);

  b {
    font: 600 var(--t7) / 0.85 var(--board);
    color: var(--on-header);
  }
  p {
    display: flex;
    align-items: flex-end;
    gap: var(--s2);
    font: 600 var(--t4) / 1 var(--board);
    color: var(--header-muted);
  }
  p:last-child {
    color: var(--on-header);
  }
`

const Bar = styled(ProgressBar)`
  height: 10px;
  --track: var(--header-2);
  --filled: var(--accent);
`

const Rarities = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(4.25rem, auto));
  justify-content: space-between;
  gap: var(--s2);

  li {
    display: grid;
    gap: 2px;
    font-size: var(--t1);
    line-height: 1.3;
    color: var(--header-muted);
  }
  li > span:first-child {
    display: flex;
    align-items: center;
    gap: 6px;
    font: var(--b3);
    color: var(--on-header);
  }
`

const Next = styled.p`
  font-size: var(--t1);
  color: var(--header-muted);

  b {
    color: var(--on-header);
  }
`

interface SummaryProps {
  /** Undefined while loading; the space is reserved, so that nothing below moves. */
  readonly achievements: readonly UserAchievement[] | undefined
  readonly isSeasonOver: boolean
}

/** Unlocked count, count by rarity and the next achievement, on the dark band. */
export function Summary({ achievements: read, isSeasonOver }: SummaryProps) {
  const achievements = read ?? []
  const unlocked = unlockedOf(achievements)
  const total = achievements.length
  const percent = percentOf(unlocked, total)
  const next = closest(achievements)
  return (
    <Box aria-label="Summary" data-theme="dark" data-waiting={read === undefined || undefined}>
      <Figures>
        <p>
          <b>{count(unlocked)}</b> of {count(total)} unlocked
        </p>
        <p>{percent}% complete</p>
      </Figures>
      <Bar label="Achievements unlocked" percent={percent} text={`${unlocked} of ${total}`} />
      <Rarities aria-label="By rarity">
        {byRarity(achievements).map((each) => (
          <li key={each.rarity}>
            <span>
              <Pips rarity={each.rarity} />
              {each.unlocked}/{each.total}
            </span>
            {rarityOf(each.rarity).word}
            <VisuallyHidden> unlocked</VisuallyHidden>
          </li>
        ))}
      </Rarities>
      <Next>
        {next ? (
          <>
            Closest: <b>{next.name}</b>, {count(next.value)} of {count(next.of)}
          </>
        ) : unlocked === total ? (
          'You’ve got them all'
        ) : unlocked > 0 ? (
          'More unlock as your matches finish'
        ) : isSeasonOver ? (
          'No picks left this season'
        ) : (
          'Make your first pick to get started'
        )}
      </Next>
    </Box>
  )
}
