import { expect, test } from 'vitest'
import { players } from '../support/leagues.ts'
import { pageOf, predicted, sharedBy } from '../support/sharing.ts'
import { openReports } from './admin-reports-page.ts'
import { expectAccessible, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

test('a report reaches the admins without a reload, and the message can be deleted once they have said so twice', async () => {
  const [author, member] = [await stage.app.player('loudmouth'), await stage.app.player('offended')]
  const league = (await author.post('/api/leagues', { name: 'Sunday side' })).body
  await member.post('/api/leagues/join-code', { joinCode: league.joinCode })
  const path = `/api/leagues/${league.id}/messages`
  const message = (await author.post(path, { content: 'You play like a traffic cone' })).body

  const reports = await openReports(stage, { theme: 'dark', size: PHONE })
  await reports.nothingIsReported()
  await expectAccessible(reports, 'no reports')
  await reports.connected()
  expect((await member.post(`/api/messages/${message.id}/report`, { reason: 'Rude' })).status).toBe(200)
  await reports.says('You play like a traffic cone')
  await reports.says('loudmouth in the league Sunday side')
  await reports.says('Reported by offended: Rude')

  await reports.deleteOf('message', 'loudmouth', 'Cancel')
  await reports.says('You play like a traffic cone')
  await reports.deleteOf('message', 'loudmouth', 'Delete')
  await reports.toast('Message deleted')
  await reports.nothingIsReported()
  expect((await member.get(path))[0]).toMatchObject({ isDeleted: true, content: null })
})

test('a share and a comment are listed too, and each can be deleted', async () => {
  const [owner, guest] = await players(stage.app, ['showoff', 'heckler'])
  const share = await sharedBy(owner!, await predicted(stage.app, owner!, 1), {
    title: 'You all lose',
    isPublic: false,
  })
  const { body } = await guest!.call('POST', `${pageOf(share)}/comments`, { content: 'No, you do' })
  await guest!.call('POST', `${pageOf(share)}/report`, { reason: 'Boasting' })
  await owner!.call('POST', `/api/comments/${body.id}/report`, {})

  const reports = await openReports(stage)
  await reports.says(`Reported by ${guest!.username}: Boasting`)
  expect(await reports.placeOf('You all lose')).toBe(`/shared/${share.shareUrl}`)
  await reports.deleteOf('comment', guest!.username, 'Delete')
  await reports.toast('Comment deleted')
  await reports.deleteOf('share', owner!.username, 'Delete')
  await reports.toast('Share deleted')
  await reports.nothingIsReported()
  expect((await guest!.call('GET', pageOf(share))).status).toBe(404)
})
