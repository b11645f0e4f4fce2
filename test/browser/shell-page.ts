import type { Stage } from './stage.ts'
import type { Visitor, VisitorOptions } from './visitor.ts'

/** A path without a page: it shows the shell only. */
export const NOWHERE = '/no/such/page'

/** The frame of every signed-in page: header, navigation, bottom bar and the sheet of More. */
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
    /** The sheet that More opens. */
    sheet,
    /** Follows a link of the navigation. */
    follow: (name: string) => navigation.getByRole('link', { name }).click(),
    /** Follows a link of a page that consists of a list. */
    followListed: (name: string) => page.getByRole('main').getByRole('list').getByRole('link', { name }).last().click(),
    /** Waits until the home page is shown. */
    isHome: () => visitor.shows('Upcoming Fixtures'),
    goHome: () => page.getByRole('link', { name: 'PLP, home' }).click(),
    /** The theme in both attributes of the document's root. */
    theme: () => page.evaluate(() => document.documentElement.className + document.documentElement.dataset.theme),
    themeSwitch: page.getByRole('button', { name: 'Dark theme' }),
    logOut: () => press('Log out'),
    /** A confirmation dialog. */
    question: (name: string) => page.getByRole('dialog', { name }),
    sheetIsClosed: () => sheet.waitFor({ state: 'detached' }),
    /** The vertical middle of a header link, in the window. */
    async middleOf(name: string): Promise<number> {
      const { y, height } = (await header.getByRole('link', { name }).boundingBox())!
      return Math.round(y + height / 2)
    },
    /** The button in the last toast. */
    pressInToast: (name: string) => page.getByRole('status').getByRole('button', { name }).click(),
  }
}

/** Opens a path without a page. */
export async function openNowhere(stage: Stage, options?: VisitorOptions) {
  const shell = shellOf(await stage.visit(NOWHERE, options))
  await shell.isAt(/./)
  return shell
}
