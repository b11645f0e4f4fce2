import { expect, test } from 'vitest'
import { setStage } from './stage.ts'
import { expectSound, PHONE } from './visitor.ts'

const stage = setStage()

test('nothing reported: No reports', async () => {
  const page = await stage.open('/admin/reports')
  await page.getByText('No reports').waitFor()
  await expectSound(page, 'no reports')
})

test('a report reaches the admins without a reload, and the message can be deleted once they have said so twice', async () => {
  const [author, member] = [await stage.app.player('loudmouth'), await stage.app.player('offended')]
  const league = (await author.post('/api/leagues', { name: 'Sunday side' })).body
  await member.post('/api/leagues/join-code', { joinCode: league.joinCode })
  const path = `/api/leagues/${league.id}/messages`
  const message = (await author.post(path, { content: 'You play like a traffic cone' })).body

  const page = await stage.open('/admin/reports', { theme: 'dark', size: PHONE })
  await page.getByText('No reports').waitFor()
  await stage.visitor.connected()
  expect((await member.post(`/api/messages/${message.id}/report`, { reason: 'Rude' })).status).toBe(200)
  await page.getByText('You play like a traffic cone').waitFor()
  await page.getByText('loudmouth in the league Sunday side').waitFor()
  await page.getByText('Reported by offended: Rude').waitFor()
  await expectSound(page, 'a report')

  await page.getByRole('button', { name: 'Delete the message of loudmouth' }).click()
  const question = page.getByRole('dialog', { name: 'Delete the message of loudmouth?' })
  await question.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You play like a traffic cone').waitFor()
  await page.getByRole('button', { name: 'Delete the message of loudmouth' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await stage.visitor.toast('Message deleted')
  await page.getByText('No reports').waitFor()
  expect((await member.get(path))[0]).toMatchObject({ isDeleted: true, content: null })
})
