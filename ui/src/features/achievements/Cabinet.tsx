import {
  ChartNoAxesColumnIncreasing,
  Flame,
  ListChecks,
  type LucideIcon,
  SearchX,
  Target,
  Trophy,
  Users,
} from 'lucide-react'
import { useEffect, useId } from 'react'
import { styled } from 'styled-components'
import type { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { PanelBox } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { AchievementCard } from './AchievementCard.tsx'
import { CategoryNav } from './CategoryNav.tsx'
import { Filters } from './Filters.tsx'
import { Cards, Highlights } from './Highlights.tsx'
import { type AchievementFilter, ALL, anchorOf, type Shelf, shelvesOf } from './model.ts'

const Section = styled(Cards)`
  /* Clears the sticky category bar; less than the page's own scroll margin. */
  scroll-margin-top: -44px;
`

/* Shelf heading: a heavy line, as under a season in the ledger. */
const Head = styled.header`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  gap: 0 10px;
  padding-bottom: var(--s2);
  border-bottom: 2px solid var(--ink);

  h2 {
    flex: 1 1 auto;
  }
  svg {
    flex: none;
    width: 22px;
    height: 22px;
    color: var(--draw);
  }
  &[data-category='predictions'] svg {
    color: var(--win);
  }
  &[data-category='accuracy'] svg {
    color: var(--ok);
  }
  &[data-category='points'] svg {
    color: var(--warn);
  }
  &[data-category='streaks'] svg {
    color: var(--loss);
  }
  &[data-category='social'] svg {
    color: var(--epic);
  }
`

const Tally = styled.span`
  font: var(--b5);
  white-space: nowrap;

  span {
    color: var(--muted);
  }
`

const Pairs = styled(Cards)`
  @container page (min-width: 48rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));
  }
`

const ICONS: Readonly<Record<string, LucideIcon>> = {
  predictions: ListChecks,
  accuracy: Target,
  points: ChartNoAxesColumnIncreasing,
  streaks: Flame,
  social: Users,
}

interface CabinetProps {
  achievements: readonly UserAchievement[]
  filter: AchievementFilter
  onFilter: (part: Partial<AchievementFilter>) => void
}

/** Highlights, then all achievements in one shelf per category with links to each. A filter limits them. */
export function Cabinet({ achievements, filter, onFilter }: CabinetProps) {
  const shelves = shelvesOf(achievements, filter)
  const isFiltered = filter.state !== 'all' || filter.rarity !== 'all'
  // The hash may have been set before the cards were rendered.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <>
      <CategoryNav shelves={shelves} />
      {!isFiltered && <Highlights achievements={achievements} />}
      <Filters filter={filter} onFilter={onFilter} />
      {shelves.length === 0 && (
        <PanelBox as="div" role="status">
          <EmptyState
            icon={SearchX}
            title="No achievements found"
            action={<Button onClick={() => onFilter(ALL)}>Show all achievements</Button>}
          >
            No achievements match your filters.
          </EmptyState>
        </PanelBox>
      )}
      {shelves.map((shelf) => (
        <Category key={shelf.category} shelf={shelf} />
      ))}
    </>
  )
}

function Category({ shelf }: { shelf: Shelf }) {
  const id = useId()
  const Icon = ICONS[shelf.category] ?? Trophy
  return (
    <Section as="section" id={anchorOf(shelf.category)} aria-labelledby={id}>
      <Head data-category={shelf.category}>
        <Icon aria-hidden />
        <h2 id={id}>{shelf.name}</h2>
        <Tally>
          {shelf.unlocked}
          <span>/{shelf.total}</span>
          <VisuallyHidden> unlocked</VisuallyHidden>
        </Tally>
      </Head>
      <Pairs as="ul">
        {shelf.achievements.map((achievement) => (
          <AchievementCard key={achievement.id} achievement={achievement} />
        ))}
      </Pairs>
    </Section>
  )
}
