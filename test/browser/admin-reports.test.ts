import { expect, test } from 'vitest'
import { openReports } from './admin-reports-page.ts'
import { expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

test('nothing reported: No reports', async () => {
  const reports = await openReports(stage)
  await reports.nothingIsReported()
  await expectSound(reports, 'no reports')
})

test('a report reaches the admins without a reload, and the message can be deleted once they have said so twice', async () => {
  const [author, member] = [await stage.app.player('loudmouth'), await stage.app.player('offended')]
  const league = (await author.post('/api/leagues', { name: 'Sunday side' })).body
  await member.post('/api/leagues/join-code', { joinCode: league.joinCode })
  const path = `/api/leagues/${league.id}/messages`
  const message = (await author.post(path, { content: 'You play like a traffic cone' })).body

  const reports = await openReports(stage, { theme: 'dark', size: PHONE })
  await reports.nothingIsReported()
  await reports.connected()
  expect((await member.post(`/api/messages/${message.id}/report`, { reason: 'Rude' })).status).toBe(200)
  await reports.says('You play like a traffic cone')
  await reports.says('loudmouth in the league Sunday side')
  await reports.says('Reported by offended: Rude')
  await expectSound(reports, 'a report')

  await reports.deleteMessageOf('loudmouth', 'Cancel')
  await reports.says('You play like a traffic cone')
  await reports.deleteMessageOf('loudmouth', 'Delete')
  await reports.toast('Message deleted')
  await reports.nothingIsReported()
  expect((await member.get(path))[0]).toMatchObject({ isDeleted: true, content: null })
})
