import { expect, test } from 'vitest'
import type { TestClient } from '../support/client.ts'
import { feedbackPage } from './feedback-page.ts'
import { openNowhere } from './shell-page.ts'
import { expectAccessible, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'

const stage = setStage()

const give = async (client: TestClient, title: string, category = 'bug') =>
  (await client.post('/api/feedback', { category, title, description: 'It is listed two times there.' })).body

test('a player votes, filters and changes pages; entries and answers of others appear without a reload', async () => {
  const [sam, tess] = [await stage.app.player('sam'), await stage.app.player('tess')]
  const [first, second] = [await give(sam, 'Leeds twice'), await give(tess, 'Ranks that are shared', 'improvement')]
  await give(
    sam,
    `Donaudampfschifffahrtsgesellschaftskapitänsmütze ${'and on and on '.repeat(11)}`.trim().slice(0, 199),
  )
  const visitor = await stage.visit('/feedback', { as: tess, theme: 'dark' })
  const { page } = visitor
  const feedback = feedbackPage(page)
  await feedback.entry('Leeds twice').waitFor()
  await visitor.connected()
  await feedback.submit({ title: 'Hi', description: 'Too short' })
  await feedback.form.getByText('Category is required').waitFor()
  await expectAccessible(visitor, 'the form with its problems', { within: 'form' })

  await feedback.vote('Leeds twice', /^1 You voted/)
  await feedback.vote('Leeds twice', /^0 votes/)
  await feedback.vote('Leeds twice', /^1 You voted/)
  await sam.post(`/api/feedback/${second.id}/vote`)
  await feedback.entry('Ranks that are shared').getByText('1 vote', { exact: false }).waitFor()
  await stage.admin.request('PATCH', `/api/admin/feedback/${first.id}`, {
    status: 'in-progress',
    adminResponse: 'Found. It is fixed with tonight’s import.',
  })
  await feedback.entry('Leeds twice').getByText('Found. It is fixed with tonight’s import.').waitFor()
  await feedback.entry('Leeds twice').getByText('In progress').waitFor()
  await expectSound(visitor, 'the list')

  await feedback.filter({ category: 'Improvement' })
  await expect.poll(() => feedback.titles()).toEqual(['Ranks that are shared'])
  await feedback.filter({ category: 'All', status: 'In progress' })
  await expect.poll(() => feedback.titles()).toEqual(['Leeds twice'])
  await feedback.filter({ status: 'Closed' })
  await feedback.list.getByText('No feedback yet').waitFor()
  await feedback.filter({ status: 'All', first: 'Most votes' })
  await feedback.list.getByText('most votes first').waitFor()
  expect(new URL(page.url()).search).toBe('?sort=votes')

  for (let nth = 1; nth <= 20; nth++) await give(sam, `Wish ${nth}`, 'general')
  await feedback.filter({ category: 'General', first: 'Newest' })
  await feedback.isHeaded('20 posts, newest first')
  await give(sam, 'One more', 'general')
  await feedback.isHeaded('21 posts, newest first')
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect.poll(() => feedback.titles()).toEqual(['Wish 1'])
  await page.goBack()
  await expect.poll(async () => (await feedback.titles())[0]).toBe('One more')
})

test('an administrator sees what is open first, answers it, and its author is led to it by a notification', async () => {
  const kwame = await stage.app.player('kwame')
  await give(kwame, 'Nobody answers')
  const visitor = await stage.visit('/feedback', { size: PHONE })
  const { page } = visitor
  const feedback = feedbackPage(page)
  await feedback.entry('Nobody answers').waitFor()
  await feedback.list.getByText('open first').waitFor()
  const openNow = (await stage.admin.get('/api/admin/feedback/counts')).open
  const open = feedback.list
    .getByRole('term')
    .filter({ hasText: /^Open$/ })
    .locator('..')
  await expect.poll(() => open.getByRole('definition').innerText()).toBe(String(openNow))

  await feedback.answer('Nobody answers', 'Resolved', 'Somebody does.')
  await visitor.toast('Answer saved')
  await expect.poll(() => open.getByRole('definition').innerText()).toBe(String(openNow - 1))
  await visitor.leave()

  const { page: theirs } = await openNowhere(stage, { as: kwame })
  await theirs.getByRole('button', { name: /^Notifications/ }).click()
  await theirs.getByText('You have an answer to “Nobody answers”. It is now resolved.').waitFor()
  await theirs.getByRole('link', { name: 'Feedback answered' }).click()
  await expect.poll(() => new URL(theirs.url()).pathname + new URL(theirs.url()).search).toBe('/feedback?show=mine')
  await feedbackPage(theirs).entry('Nobody answers').getByText('Somebody does.').waitFor()
})
