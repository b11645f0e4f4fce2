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
  const joining = page.getByRole('dialog', { name: 'Join League' })
  const card = (name: string) => cardOf(page, name)
  const openCreating = () => press('Create League')
  const sendCreating = () => creating.getByRole('button', { name: 'Create League' }).click()
  return {
    ...visitor,
    card,
    /** The list of all public leagues. */
    discover: () => page.getByRole('tab', { name: 'Discover' }).click(),
    mine: () => page.getByRole('tab', { name: 'My Leagues' }).click(),
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
    /** The dialog for a join code. */
    joining,
    openJoining: () => press('Join League'),
    enterCode: (code: string) => joining.getByLabel('Join code').fill(code),
    sendCode: () => joining.getByRole('button', { name: 'Join League' }).click(),
    joinPublic: (name: string) =>
      card(name)
        .getByRole('button', { name: `Join ${name}` })
        .click(),
    shareCode: (name: string) => card(name).getByRole('button', { name: 'Share Join Code' }).click(),
    canShareCode: async (name: string) =>
      (await card(name).getByRole('button', { name: 'Share Join Code' }).count()) > 0,
    more: page.getByRole('button', { name: 'Show more leagues' }),
  }
}

/** Opens the list of one's own leagues. */
export async function openLeagues(
  stage: Stage,
  { path = '/leagues', ...options }: StageVisit & { path?: string } = {},
) {
  const leagues = leaguesOf(await stage.visit(path, options))
  await leagues.isAt(/./)
  return leagues
}
