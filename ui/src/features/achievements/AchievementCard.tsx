import { memo } from 'react'
import { styled } from 'styled-components'
import type { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { count } from '../../lib/numbers.ts'
import { dateText } from '../../lib/when.ts'
import { Badge } from '../../ui/Badge.tsx'
import { PanelBox } from '../../ui/Panel.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { Mark } from './Mark.tsx'
import { percentOf } from './model.ts'
import { RarityBadge } from './RarityBadge.tsx'

const Card = styled(PanelBox)`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr);
  gap: var(--s3) var(--s4);
  align-content: start;
  padding: var(--s4);

  &[data-locked] {
    background: var(--bg);
    border-style: dashed;
    border-color: var(--line-strong);
    --cut-line: var(--line-strong);
  }
  &[data-locked] > * {
    --under: var(--bg);
  }
  @container page (width < 22.5rem) {
    column-gap: var(--s3);
    padding: var(--s3);
  }
  @container page (width < 18rem) {
    grid-template-columns: minmax(0, 1fr);
  }
`

const Text = styled.div`
  display: grid;
  gap: 5px;
  align-content: start;
  min-width: 0;

  h3 {
    overflow-wrap: anywhere;
  }
  p {
    font-size: var(--t1);
    line-height: 1.4;
    color: var(--muted);
  }
  [data-locked] > & h3 {
    color: var(--muted);
  }
`

const Name = styled.div`
  display: flex;
  align-items: center;
  justify-content: space-between;
  flex-wrap: wrap;
  gap: var(--s1) var(--s2);
  min-height: 24px;
  /* Keeps clear of the cut corner. */
  padding-right: var(--s1);
`

const State = styled.div`
  display: flex;
  align-items: center;
  flex-wrap: wrap;
  gap: var(--s1) var(--s3);
  margin-top: 3px;
  font-size: var(--t1);
  line-height: 1.4;

  [data-locked] > ${Text} > & {
    color: var(--muted);
  }
`

const Progress = styled.div`
  grid-column: -2;
  display: grid;
  grid-template-columns: minmax(0, 1fr) auto;
  gap: var(--s3);
  align-items: center;
  --filled: var(--muted);
  --track: var(--line);

  span:last-child {
    min-width: 4.5rem;
    font: var(--b3);
    text-align: end;
    white-space: nowrap;
  }
`

/** One achievement: requirement, points, rarity, and its unlock date or progress. */
export const AchievementCard = memo(function AchievementCard({ achievement }: { achievement: UserAchievement }) {
  const { name, description, icon, points, rarity, isUnlocked, unlockedAt, progress } = achievement
  return (
    <Card as="li" data-locked={!isUnlocked || undefined}>
      <Mark icon={icon} rarity={rarity} locked={!isUnlocked} />
      <Text>
        <Name>
          <h3>{name}</h3>
          {points > 0 && <Badge>+{count(points)} pts</Badge>}
        </Name>
        <p>{description}</p>
        <State>
          <RarityBadge rarity={rarity} />
          {isUnlocked ? (
            <span>Unlocked {unlockedAt && <time dateTime={unlockedAt}>{dateText(unlockedAt)}</time>}</span>
          ) : (
            <span>Not yet unlocked</span>
          )}
        </State>
      </Text>
      {!isUnlocked && progress && (
        <Progress>
          <ProgressBar percent={percentOf(progress.value, progress.of)} />
          <span>
            {count(progress.value)} of {count(progress.of)}
          </span>
        </Progress>
      )}
    </Card>
  )
})
