import type { Page } from 'playwright'
import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The list item of a page with this heading. */
export const cardOf = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name, exact: true }) })

/** The lists of leagues as a player uses them. */
export function leaguesOf(visitor: Visitor) {
  const { page, press } = visitor
  const creating = page.getByRole('dialog', { name: 'Create League' })
  const card = (name: string) => cardOf(page, name)
  const openCreating = () => press('Create League')
  const sendCreating = () => creating.getByRole('button', { name: 'Create League' }).click()
  return {
    ...visitor,
    card,
    /** The target of a link on a league's card. */
    wayOf: (name: string, link: string) => card(name).getByRole('link', { name: link }).getAttribute('href'),
    /** The dialog that creates a league. */
    creating,
    openCreating,
    sendCreating,
    /** Fills the dialog that creates a league, and submits it. */
    async create(name: string, description?: string) {
      await creating.getByLabel('Name').fill(name)
      if (description) await creating.getByLabel('Description').fill(description)
      await sendCreating()
    },
  }
}

/** Opens the list of one's own leagues. */
export async function openLeagues(stage: Stage, options?: StageVisit) {
  const leagues = leaguesOf(await stage.visit('/leagues', options))
  await leagues.isAt(/./)
  return leagues
}
