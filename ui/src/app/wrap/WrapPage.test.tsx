import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { Wrap } from '../../../../src/areas/wraps/contract.ts'
import { componentTests, draw, isOff, ok, problem } from '../../../../test/support/components.tsx'
import { wrapSample } from '../../../../test/support/samples.ts'
import { WrapPage } from './WrapPage.tsx'

componentTests()

const drawWrap = (changes: Partial<Wrap> = {}) =>
  draw(<WrapPage />, { answers: { '/api/wrap': ok(Wrap, wrapSample(changes)) } })
const story = async () => within(await screen.findByRole('group', { name: /^Your season in/ }))

test('R304: the story turns by buttons, keys and segments, and only then', async () => {
  const { user } = drawWrap()
  expect((await story()).getByRole('article').textContent).toBe(
    'Your best call1 of 6Everton v Newcastle3–137 of 17,204 saw it coming. You were one of them. Gameweek 10.',
  )
  await user.click(screen.getByRole('button', { name: 'Next' }))
  expect((await story()).getByRole('article', { name: '2 of 6: Your nemesis' })).toBeDefined()
  expect(screen.getByText('2 of 6', { selector: '[role=status]' })).toBeDefined()
  screen.getByRole('group', { name: /^Your season in/ }).focus()
  await user.keyboard('{End}')
  expect((await story()).getByRole('article').textContent).toContain('15 points apart. You swapped places 11 times.')
  expect(isOff(screen.getByRole('button', { name: 'Next' }))).toBe(true)
  await user.keyboard('{ArrowLeft}')
  expect((await story()).getByRole('article').textContent).toContain('9 right in a row. Everton v Newcastle ended it.')
  await user.click(screen.getByRole('button', { name: 'Card 4: Where you finished' }))
  expect((await story()).getByRole('article').textContent).toContain('188th of 21,31099%Better than 99 in 100')
})

test('R304: a card without content is left out, and the rest are renumbered', async () => {
  drawWrap({ cards: { ...wrapSample().cards!, bestCall: null, rival: null } })
  expect((await story()).getByRole('article', { name: '1 of 4: Your nemesis' })).toBeDefined()
})

test('R305: pictures of two formats and the public address', async () => {
  drawWrap()
  const share = within(await screen.findByRole('region', { name: 'Share it' }))
  const path = '/wrap/1/2025-26/season/k3y'
  expect(share.getByRole('img').getAttribute('src')).toBe(`${path}/card.png`)
  expect(share.getByRole('link', { name: 'Save for a story' }).getAttribute('href')).toBe(`${path}/story.png`)
  expect(share.getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value).toContain(path)
})

test.each([
  [{ settledGameweeks: 13 }, 'Your season is still on'],
  [{ settledGameweeks: 0 }, 'Nothing to wrap yet'],
  [{ settledGameweeks: 13 }, 'The wrap comes after 38 settled gameweeks. So far: 13.'],
  [{ picks: 6 }, 'With 10 settled picks you get a wrap. You made 6.'],
])('R303, R434: without cards, %o', async (changes, text) => {
  drawWrap({ cards: null, path: null, ...changes })
  expect(await screen.findByText(text)).toBeDefined()
})

test('R422: without enough picks in a season that is over, the page asks for no more', async () => {
  drawWrap({ cards: null, path: null, picks: 6 })
  expect(await screen.findByText('Your season was short')).toBeDefined()
  expect(screen.queryByRole('link', { name: 'Make predictions' })).toBeNull()
})

test('before any season has fixtures, the page says so', async () => {
  draw(<WrapPage />, { answers: { '/api/wrap': problem(404) } })
  expect(await screen.findByText('No season yet')).toBeDefined()
  expect(screen.queryByText('404 Page Not Found')).toBeNull()
})

test('a failure is shown', async () => {
  draw(<WrapPage />, { answers: { '/api/wrap': problem(500) } })
  expect(await screen.findByText('Your season did not load')).toBeDefined()
})
