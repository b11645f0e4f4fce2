import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The page of one league as a member or its admin uses it. */
export function leagueOf(visitor: Visitor) {
  const { page, press } = visitor
  const members = page.getByRole('list', { name: 'Members' })
  const ask = page.getByRole('dialog')
  const standings = (of: string) => page.getByRole('table', { name: `League standings, ${of}` })
  /** Presses a button and confirms. */
  const confirmed = async (button: string, answer: string) => {
    await press(button)
    await ask.getByRole('button', { name: answer }).click()
  }
  return {
    ...visitor,
    standings,
    /** The rows of a table of standings, its head included. */
    rows: (of: string) => standings(of).getByRole('row'),
    ownRow: page.getByRole('table').getByRole('row').filter({ hasText: 'You' }),
    /** A number of the head, with its label. */
    figure: (name: string) => page.getByText(name).locator('..').innerText(),
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    previousGameweek: () => press('Previous gameweek'),
    members,
    removals: page.getByRole('button', { name: /^Remove / }),
    settings: page.getByRole('region', { name: 'League settings' }),
    rename: (name: string) => page.getByRole('textbox', { name: 'Name' }).fill(name),
    openTo: (type: 'public' | 'private') => page.getByLabel('Who can join').selectOption(type),
    /** The button that saves the settings; only the admin has it. */
    saving: page.getByRole('button', { name: 'Save settings' }),
    renewCode: () => confirmed('New code', 'New code'),
    remove: (member: string) => confirmed(`Remove ${member}`, 'Remove member'),
    handOverTo: (member: string) => confirmed(`Make admin ${member}`, 'Hand over'),
    /** Presses Leave league, and answers the confirmation. */
    async leaveLeague(name: string, answer: 'Leave league' | 'Cancel') {
      await press('Leave league')
      await page
        .getByRole('dialog', { name: `Leave ${name}?` })
        .getByRole('button', { name: answer })
        .click()
    },
    backToLeagues: () => page.getByRole('link', { name: 'Back to Leagues' }).click(),
    /** Follows the first link above the page. */
    toLeagues: () => page.getByRole('link', { name: 'Leagues' }).first().click(),
  }
}

/** Opens the page of a league. */
export async function openLeague(stage: Stage, { id }: { id: number }, options?: StageVisit) {
  const league = leagueOf(await stage.visit(`/leagues/${id}`, options))
  await league.isAt(/./)
  return league
}
