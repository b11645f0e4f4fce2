import { ChartNoAxesColumnIncreasing, Flame, ListChecks, type LucideIcon, Target, Trophy, Users } from 'lucide-react'
import { useEffect, useId } from 'react'
import { styled } from 'styled-components'
import type { UserAchievement } from '../../../../src/contracts/achievements.ts'
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import { AchievementCard } from './AchievementCard.tsx'
import { CategoryNav } from './CategoryNav.tsx'
import { anchorOf, type Shelf, shelvesOf } from './model.ts'

const Section = styled.section`
  /* Below the bar of categories, nearer than the page keeps its distance. */
  scroll-margin-top: -44px;
  display: grid;
  gap: var(--s3);
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 37.5rem) {
    gap: var(--s4);
  }
`

/* The shelf's board: a heavy line, as under a season in the ledger. */
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

const Cards = styled.ul`
  display: grid;
  gap: var(--s3);
  grid-template-columns: minmax(0, 1fr);

  @container page (min-width: 37.5rem) {
    gap: var(--s4);
  }
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

/** All achievements, a shelf a category, with the way to each. */
export function Cabinet({ achievements }: { achievements: readonly UserAchievement[] }) {
  const shelves = shelvesOf(achievements)
  // A link to a category came before the cards were there to go to.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), [])
  return (
    <>
      <CategoryNav shelves={shelves} />
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
    <Section id={anchorOf(shelf.category)} aria-labelledby={id}>
      <Head data-category={shelf.category}>
        <Icon aria-hidden />
        <h2 id={id}>{shelf.name}</h2>
        <Tally>
          {shelf.unlocked}
          <span>/{shelf.achievements.length}</span>
          <VisuallyHidden> unlocked</VisuallyHidden>
        </Tally>
      </Head>
      <Cards>
        {shelf.achievements.map((achievement) => (
          <AchievementCard key={achievement.id} achievement={achievement} />
        ))}
      </Cards>
    </Section>
  )
}
