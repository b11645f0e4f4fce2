import { beforeAll, expect, test } from 'vitest'
import type { League } from '../../src/areas/leagues/contract.ts'
import type { TestClient } from '../support/app.ts'
import { expectAccessible } from './soundness.ts'
import { type Player, setStage } from './stage.ts'
import { openTeams } from './teams-page.ts'

const stage = setStage()
let nia: TestClient
beforeAll(async () => {
  nia = await stage.app.player('nia.okafor')
})

/** A league of nia's with `others` other members. */
async function newLeague(name: string, others: number): Promise<{ league: League; players: Player[] }> {
  const { body: league } = await nia.post('/api/leagues', { name })
  const players: Player[] = []
  for (let index = 0; index < others; index += 1) {
    const player = await stage.newPlayer()
    expect((await player.post('/api/leagues/join-code', { joinCode: league.joinCode })).status).toBe(200)
    players.push(player)
  }
  return { league, players }
}

async function newTeam(by: TestClient, league: League, team: Record<string, unknown>): Promise<{ id: number }> {
  const { status, body } = await by.post(`/api/leagues/${league.id}/teams`, team)
  expect(status, body?.detail).toBe(201)
  return body
}

test('the first team: No teams yet, Create First Team with five places and the default colour', async () => {
  const { league } = await newLeague('First', 0)
  const screen = await openTeams(stage, league.id, { as: nia })
  await screen.isAt('Team Management')
  await screen.says('Create and manage teams within your league')
  await screen.says('No teams yet')
  await screen.openFirst()
  const dialog = screen.creating
  await dialog.waitFor()
  await expectAccessible(screen, 'create team', { within: '[role=dialog]' })
  await expect.poll(() => dialog.getByLabel('Max members').inputValue()).toBe('5')
  await expect.poll(() => dialog.getByLabel('Team colour').inputValue()).toBe('#3b82f6')
  await expect
    .poll(() => dialog.getByLabel('Max members').locator('option').allInnerTexts())
    .toEqual(['3 members', '5 members', '8 members', '10 members'])
  await screen.sendCreating()
  await dialog.getByText('Give the team a name').waitFor()
  await screen.create('Near Post', 'Early runs, early points.')
  await screen.toast('Team created successfully')
  const mine = screen.card('Near Post')
  await mine.getByText('1 of 5 members').waitFor()
  await mine.getByText('Early runs, early points.').waitFor()
  await mine.getByText('Captain').waitFor()
  await mine.getByRole('img', { name: 'No results yet' }).waitFor()
  await screen.button('Near Post', 'Leave Team').waitFor()
})

test('a card shows 3 members and +N more members, the details all of them; the captain names a vice-captain', async () => {
  const { league, players } = await newLeague('Many', 4)
  const { id } = await newTeam(nia, league, { name: 'Crowd' })
  for (const player of players) expect((await player.post(`/api/teams/${id}/members`, {})).status).toBe(200)
  const screen = await openTeams(stage, league.id, { as: nia })
  const crowd = screen.card('Crowd')
  await crowd.getByText('+2 more members').waitFor()
  await expect.poll(() => screen.namedMembers('Crowd').count()).toBe(3)
  const dialog = await screen.details('Crowd')
  await expect.poll(() => dialog.getByRole('listitem').count()).toBe(5)
  await expect.poll(() => dialog.getByText('Joined 21 Nov 2026').count()).toBe(5)
  await dialog.getByText('Total points').waitFor()
  const role = screen.role(players[0]!.name)
  await role.selectOption('vice-captain')
  await screen.toastBehind('Role changed')
  await expect.poll(() => role.inputValue()).toBe('vice-captain')
  await expectAccessible(screen, 'details of a team', { within: '[role=dialog]' })
})
