import { cardOf } from './leagues-page.ts'
import type { Stage, StageVisit } from './stage.ts'
import { oneLine, type Visitor } from './visitor.ts'

/** The page of achievements as a player uses it. */
function achievementsOf(visitor: Visitor) {
  const { page } = visitor
  const card = (name: string) => cardOf(page, name)
  const categories = page.getByRole('navigation', { name: 'Categories' })
  const headings = (level: number) => page.getByRole('heading', { level }).allInnerTexts()
  return {
    ...visitor,
    card,
    /** The text of a card, on one line. */
    reads: (name: string) => oneLine(card(name)),
    summary: page.getByRole('region', { name: 'Summary' }),
    /** The headings of the categories, in order. */
    sections: () => headings(2),
    names: () => headings(3),
    category: (name: string | RegExp) => page.getByRole('region', { name }),
    list: (name: string) => page.getByRole('list', { name }),
    heading: (name: string) => page.getByRole('heading', { level: 2, name }),
    onlyInState: (state: string) => page.getByLabel('State', { exact: true }).selectOption(state),
    onlyOfRarity: (rarity: string) => page.getByRole('combobox', { name: 'Rarity' }).selectOption(rarity),
    /** The links to the categories. */
    categories,
    links: categories.getByRole('link'),
    link: (name: RegExp) => categories.getByRole('link', { name }),
    /** The link to the category being read. */
    here: categories.locator('[aria-current=location]'),
    waiting: page.getByText('Loading achievements...'),
  }
}

/** Opens the page of achievements. */
export async function openAchievements(stage: Stage, options?: StageVisit) {
  const achievements = achievementsOf(await stage.visit('/achievements', options))
  await achievements.isAt(/./)
  return achievements
}
