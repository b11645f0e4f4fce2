import type { Stage, StageVisit } from './stage.ts'
import type { Visitor } from './visitor.ts'

/** The teams of a league as a member uses them. */
export function teamsOf(visitor: Visitor) {
  const { page, press } = visitor
  const card = (name: string) =>
    page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name, exact: true }) })
  const button = (team: string, name: string) => card(team).getByRole('button', { name })
  const creating = page.getByRole('dialog', { name: 'Create Team' })
  const sendCreating = () => creating.getByRole('button', { name: 'Create Team' }).click()
  return {
    ...visitor,
    card,
    button,
    join: (team: string) => button(team, 'Join Team').click(),
    /** Opens the details of a team. */
    async details(team: string) {
      await button(team, 'Details').click()
      return page.getByRole('dialog', { name: team })
    },
    /** The members named on a card. */
    namedMembers: (team: string) =>
      card(team)
        .getByRole('list', { name: `Members of ${team}` })
        .getByRole('listitem'),
    /** The role of a member, in the details. */
    role: (member: string) => page.getByRole('dialog').getByLabel(`Role of ${member}`),
    /** The dialog that creates a team. */
    creating,
    openCreating: () => press('Create Team'),
    openFirst: () => press('Create First Team'),
    sendCreating,
    /** Fills the dialog that creates a team, and submits it. */
    async create(name: string, description?: string) {
      await creating.getByLabel('Team name').fill(name)
      if (description) await creating.getByLabel('Description').fill(description)
      await sendCreating()
    },
    cancel: () => creating.getByRole('button', { name: 'Cancel' }).click(),
    backToLeagues: () => page.getByRole('link', { name: 'Back to Leagues' }).click(),
  }
}

/** Opens the teams of a league, by its id or another path segment. */
export async function openTeams(stage: Stage, id: number | string, options?: StageVisit) {
  const teams = teamsOf(await stage.visit(`/team-management/${id}`, options))
  await teams.isAt(/./)
  return teams
}
