import type { Stage } from './stage.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

/** An address that no page has: the shell with the least in it. */
export const NOWHERE = '/no/such/page'

/** What stands around every page of somebody signed in: header, navigation, bottom bar and the sheet of More. */
export function shellOf(visitor: Visitor) {
  const { page, press } = visitor
  const header = page.getByRole('banner')
  const navigation = page.getByRole('navigation', { name: 'Main', exact: true })
  const more = page.getByRole('button', { name: 'More', exact: true })
  const sheet = page.getByRole('dialog')
  return {
    ...visitor,
    header,
    navigation,
    more,
    /** What More opens. */
    sheet,
    /** Follows a link of the navigation. */
    follow: (name: string) => navigation.getByRole('link', { name }).click(),
    /** Follows a link of the list that the page itself is. */
    followListed: (name: string) => page.getByRole('main').getByRole('list').getByRole('link', { name }).last().click(),
    /** The home page stands. */
    isHome: () => visitor.shows('Upcoming Fixtures'),
    goHome: () => page.getByRole('link', { name: 'PLP, home' }).click(),
    /** The theme that the root of the document is marked with, in both ways. */
    theme: () => page.evaluate(() => document.documentElement.className + document.documentElement.dataset.theme),
    themeSwitch: page.getByRole('button', { name: 'Dark theme' }),
    logOut: () => press('Log out'),
    /** What is asked before something is done. */
    question: (name: string) => page.getByRole('dialog', { name }),
    sheetIsClosed: () => sheet.waitFor({ state: 'detached' }),
    /** The middle of a link of the header, down the window. */
    async middleOf(name: string): Promise<number> {
      const { y, height } = (await header.getByRole('link', { name }).boundingBox())!
      return Math.round(y + height / 2)
    },
    /** The button in the last toast. */
    pressInToast: (name: string) => page.getByRole('status').getByRole('button', { name }).click(),
  }
}

/** Opens an address that no page has. */
export async function openNowhere(stage: Stage, options?: VisitorOptions) {
  const shell = shellOf(await stage.visit(NOWHERE, options))
  await shell.isAt(/./)
  return shell
}
