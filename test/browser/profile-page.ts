import { expect } from 'vitest'
import type { Stage, StageVisit } from './stage.ts'
import { lines, oneLine, type Visitor } from './visitor.ts'

type Tab = 'Overview' | 'Statistics' | 'Settings'

/** A file selected on the player's device. */
interface Picture {
  readonly name: string
  readonly mimeType: string
  readonly buffer: Buffer
}

/** The page of the own profile as its player uses it. */
export function profileOf(visitor: Visitor) {
  const { page, press } = visitor
  const dialog = page.getByRole('dialog')
  const region = (name: string) => page.getByRole('region', { name, exact: true })
  const form = page.getByRole('form', { name: 'Edit Profile' })
  const answer = (button: string) => dialog.getByRole('button', { name: button, exact: true }).click()
  const zoom = dialog.getByRole('slider', { name: 'Zoom' })
  return {
    ...visitor,
    dialog,
    region,
    form,
    /** A number of the banner, with its label. */
    figure: (name: string) =>
      oneLine(page.getByRole('main').getByRole('term').filter({ hasText: name }).first().locator('..')),
    /** Goes to the page that others see. */
    seeOwnPage: () => page.getByRole('main').getByRole('link', { name: 'See your page' }).click(),
    home: () => page.getByRole('main').getByRole('link', { name: 'Home' }).click(),
    tab: (name: Tab) => page.getByRole('tab', { name }),
    openTab: (name: Tab) => page.getByRole('tab', { name }).click(),
    /** The value of a profile field, on one line. */
    told: (name: string) =>
      oneLine(region('Profile').getByRole('term').filter({ hasText: name }).locator('..').getByRole('definition')),
    edit: () => press('Edit Profile'),
    field: (label: string) => form.getByLabel(label, { exact: true }),
    support: (club: string) => form.getByLabel('Favorite Team').selectOption({ label: club }),
    save: () => form.getByRole('button', { name: 'Save' }).click(),
    cancel: () => form.getByRole('button', { name: 'Cancel' }).click(),
    /** Answers the dialog over the page. */
    answer,
    badges: () => lines(region('Badges').getByRole('listitem')),
    standing: () => lines(region('Where you stand').getByRole('listitem')),
    chart: (name: string) => region(name),
    /** Selects a file as the new picture. */
    pick: (picture: Picture) => page.getByLabel('Photo').setInputFiles(picture),
    zoom,
    square: dialog.getByRole('group', { name: 'Your picture with the square to keep' }),
    /** Cuts the square out and sends it. */
    useSquare: () => answer('Use this'),
    /** The progress of an upload. */
    uploading: page.getByRole('progressbar', { name: 'Uploading' }),
    removePicture: () => region('Avatar').getByRole('button', { name: 'Remove' }).click(),
    /** The URL of the picture in the header; null if it shows initials. */
    pictureInHeader: async () => {
      const picture = page
        .getByRole('banner')
        .getByRole('link', { name: /^Profile,/ })
        .locator('img')
      return (await picture.count()) === 0 ? null : picture.getAttribute('src')
    },
    sessions: () => lines(page.getByRole('list', { name: 'Sessions' }).getByRole('listitem')),
    endSession: (device: string) => press(new RegExp(`^End it\\s*: ${device}`)),
    /** Opens a setting, types into its fields and submits it. */
    async change(what: string, fields: Readonly<Record<string, string>>, send = 'Save') {
      if ((await dialog.count()) === 0) await press(new RegExp(`^(Change|Set) ${what}$`))
      for (const [label, text] of Object.entries(fields)) await dialog.getByLabel(label, { exact: true }).fill(text)
      await answer(send)
    },
    dialogIsClosed: () => dialog.waitFor({ state: 'detached' }),
    /** The file that Export downloads. */
    async exported(): Promise<{ readonly username: string; readonly events: readonly { readonly type: string }[] }> {
      const [file] = await Promise.all([page.waitForEvent('download'), press('Export my data')])
      const parts: Buffer[] = []
      for await (const part of await file.createReadStream()) parts.push(part)
      return JSON.parse(Buffer.concat(parts).toString('utf8'))
    },
    async deleteAccount(password: string) {
      if ((await dialog.count()) === 0) await press('Delete account')
      await dialog.getByLabel('Password').fill(password)
      await answer('Delete account')
    },
    /** Checks that no dialog covers the page, and the profile is shown. */
    async stays() {
      await dialog.waitFor({ state: 'detached' })
      expect(visitor.url().pathname).toBe('/profile')
    },
  }
}

/** Opens the page of the own profile. */
export async function openProfile(
  stage: Stage,
  { path = '/profile', ...options }: StageVisit & { path?: string } = {},
) {
  const profile = profileOf(await stage.visit(path, options))
  await profile.isAt(/./)
  return profile
}
