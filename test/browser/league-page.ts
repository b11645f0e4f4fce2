import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The page of one league as a member or its admin uses it. */
export function leagueOf(visitor: Visitor) {
  const { page, press } = visitor
  const members = page.getByRole('table', { name: 'League standings, overall' })
  const ask = page.getByRole('dialog')
  /** Presses a button and confirms. */
  const confirmed = async (button: string, answer: string) => {
    await press(button)
    await ask.getByRole('button', { name: answer }).click()
  }
  return {
    ...visitor,
    tab: (name: string) => page.getByRole('tab', { name }).click(),
    members,
    managed: page.getByRole('button', { name: /^Manage / }),
    settings: page.getByRole('region', { name: 'League settings' }),
    rename: (name: string) => page.getByRole('textbox', { name: 'Name' }).fill(name),
    openTo: (type: 'public' | 'private') => page.getByLabel('Who can join').selectOption(type),
    /** The button that saves the settings; only the admin has it. */
    saving: page.getByRole('button', { name: 'Save settings' }),
    renewCode: () => confirmed('New code', 'New code'),
    async remove(member: string) {
      await press(`Manage ${member}`)
      await confirmed('Remove', 'Remove member')
    },
    async handOverTo(member: string) {
      await press(`Manage ${member}`)
      await confirmed('Make admin', 'Hand over')
    },
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
