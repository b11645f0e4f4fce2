import { screen, waitFor, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { BEING_COUNTED } from '../../../../src/areas/achievements/constants.ts'
import { UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { componentTests, draw, ok, problem } from '../../../../test/support/components.tsx'
import { fixtureSample, signedInSample } from '../../../../test/support/samples.ts'
import { shared } from '../../api/shared.ts'
import { AchievementsPage } from './AchievementsPage.tsx'

componentTests()

const LIST = '/api/user/achievements'
const user1 = signedInSample()

const achievement = (name: string, changes: Partial<UserAchievement> = {}): UserAchievement => ({
  id: name.toLowerCase().replaceAll(' ', '-'),
  category: 'predictions',
  name,
  description: `How to get ${name}`,
  icon: 'Target',
  points: 0,
  rarity: 'common',
  isUnlocked: false,
  progress: null,
  ...changes,
})
const won = { isUnlocked: true, unlockedAt: '2026-11-21T09:00:00.000Z' }
const all = [
  achievement('First Whistle', won),
  achievement('Dedicated Predictor', { rarity: 'rare', progress: { value: 1, of: 50 } }),
  achievement('Sharp Eye', { category: 'accuracy', rarity: 'epic', points: 1_050, progress: { value: 3, of: 4 } }),
  achievement('First Success', { category: 'accuracy' }),
  achievement('Social Butterfly', { category: 'social', rarity: 'legendary' }),
]
const answered = (...list: UserAchievement[]) => ok(z.array(UserAchievement), list)

function Address() {
  const { pathname, search } = useLocation()
  return <output>{pathname + search}</output>
}
const SignedIn = ({ children }: { children: ReactNode }) => (
  <SWRConfig value={{ fallback: { [shared.user.key]: user1 } }}>{children}</SWRConfig>
)
const page = (
  <SignedIn>
    <AchievementsPage user={user1} title="Achievements" adminPages={[]} />
    <Address />
  </SignedIn>
)
const at = '/achievements'
const names = () => screen.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
const card = (name: string) => screen.getByRole('heading', { level: 3, name }).closest('li')!.textContent

describe('the page of achievements', () => {
  test('waits under its heading', () => {
    draw(page, { at, answers: { [LIST]: 'pending' } })
    expect(screen.getByRole('heading', { level: 1, name: 'Achievements' })).toBeDefined()
    expect(screen.getByText('Unlock badges by making predictions and improving your accuracy')).toBeDefined()
    expect(screen.getByText('Loading achievements...')).toBeDefined()
    expect(document.title).toBe('Achievements · PLP')
  })

  test.each([
    ['an empty list', answered()],
    ['a missing result', { status: 200, body: null }],
  ])('%s: No Achievements Yet, without a summary', async (_what, nothing) => {
    draw(page, { at, answers: { [LIST]: nothing } })
    expect(await screen.findByText('No Achievements Yet')).toBeDefined()
    expect(screen.getByText('Start making predictions to unlock your first achievements!')).toBeDefined()
    expect(screen.queryByRole('progressbar')).toBeNull()
    expect(screen.getByRole('link', { name: 'Make predictions' }).getAttribute('href')).toBe('/')
  })

  test('a list that cannot be read shows the words of the server, and retries', async () => {
    const { user, answer } = draw(page, { at, answers: { [LIST]: problem(503, 'The store is away') } })
    const alert = within(await screen.findByRole('alert'))
    expect(alert.getByText('Failed to load achievements')).toBeDefined()
    expect(alert.getByText('The store is away')).toBeDefined()
    expect(screen.queryByRole('region', { name: 'Summary' })).toBeNull()
    answer(LIST, answered(...all))
    await user.click(alert.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 3, name: 'First Whistle' })).toBeDefined()
  })

  test('while a long history is counted, that is no failure', async () => {
    const { user, answer } = draw(page, { at, answers: { [LIST]: problem(503, BEING_COUNTED) } })
    expect(await screen.findByText('Achievements are being counted')).toBeDefined()
    expect(screen.getByText(BEING_COUNTED)).toBeDefined()
    expect(screen.queryByRole('alert')).toBeNull()
    answer(LIST, answered(...all))
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 3, name: 'First Whistle' })).toBeDefined()
  })

  test('sums up how many are unlocked, by rarity too, and names the closest', async () => {
    draw(page, { at, answers: { [LIST]: answered(...all) } })
    await screen.findByText('20% complete')
    const summary = within(screen.getByRole('region', { name: 'Summary' }))
    expect(summary.getByText(/of 5 unlocked/).textContent).toBe('1 of 5 unlocked')
    const bar = summary.getByRole('progressbar', { name: 'Achievements unlocked' })
    expect(bar.getAttribute('aria-valuenow')).toBe('20')
    expect(bar.getAttribute('aria-valuetext')).toBe('1 of 5')
    expect(summary.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1/2Common unlocked',
      '0/1Rare unlocked',
      '0/1Epic unlocked',
      '0/1Legendary unlocked',
    ])
    expect(summary.getByText(/^Closest:/).textContent).toBe('Closest: Sharp Eye, 3 of 4')
  })

  test.each([
    ['Make your first pick to get started', [achievement('First Whistle')]],
    ['More unlock as your matches finish', [achievement('First Whistle', won), achievement('First Success')]],
    ['You’ve got them all', [achievement('First Whistle', won)]],
  ])('(R306) without any progress or with all: %s', async (text, list) => {
    const season = ok(z.array(Fixture), [fixtureSample()])
    draw(page, { at, answers: { [LIST]: answered(...list), [shared.fixtures.key]: season } })
    expect(await screen.findByText(text)).toBeDefined()
  })

  test('R422: after the season, it invites to no pick', async () => {
    const season = ok(z.array(Fixture), [fixtureSample({ isOpen: false, status: 'FINISHED' })])
    draw(page, { at, answers: { [LIST]: answered(achievement('First Whistle')), [shared.fixtures.key]: season } })
    expect(await screen.findByText('No picks left this season')).toBeDefined()
  })

  test('lists the closest and the new ones, then every category with unlocked of total and a link to it', async () => {
    draw(page, { at, answers: { [LIST]: answered(...all) } })
    await screen.findByText('20% complete')
    expect(screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)).toEqual([
      'Closest',
      'New',
      'Predictions',
      'Accuracy',
      'Social',
    ])
    const closest = within(screen.getByRole('list', { name: 'Closest' })).getAllByRole('listitem')
    expect(closest.map(({ textContent }) => textContent)).toEqual(['Sharp Eye3 of 4', 'Dedicated Predictor1 of 50'])
    expect(screen.getByRole('list', { name: 'New' }).textContent).toBe('First WhistleUnlocked 21 Nov 2026')
    const predictions = within(screen.getByRole('region', { name: 'Predictions' }))
    expect(predictions.getByText('/2').parentElement!.textContent).toBe('1/2 unlocked')
    expect(predictions.getAllByRole('listitem')).toHaveLength(2)
    const links = within(screen.getByRole('navigation', { name: 'Categories' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Predictions1/2 unlocked', '#category-predictions'],
      ['Accuracy0/2 unlocked', '#category-accuracy'],
      ['Social0/1 unlocked', '#category-social'],
    ])
  })
})

describe('a card', () => {
  test('has its rarity in a word, points only above 0, and the date it was unlocked or how far it is', async () => {
    draw(page, { at, answers: { [LIST]: answered(...all) } })
    await screen.findByText('20% complete')
    expect(card('First Whistle')).toBe('First WhistleHow to get First WhistleCommonUnlocked 21 Nov 2026')
    expect(card('Dedicated Predictor')).toMatch(/RareNot yet unlocked1 of 50$/)
    expect(card('Sharp Eye')).toMatch(/^Sharp Eye\+1,050 pts/)
    expect(card('First Success')).toMatch(/CommonNot yet unlocked$/)
  })
})

describe('filters', () => {
  test('limit the cards, hide the highlights, are part of the address and can be lifted', async () => {
    const { user } = draw(page, { at, answers: { [LIST]: answered(...all) } })
    await screen.findByText('20% complete')
    await user.selectOptions(screen.getByRole('combobox', { name: 'State' }), 'Unlocked')
    expect(names()).toEqual(['First Whistle'])
    expect(screen.queryByRole('list', { name: 'New' })).toBeNull()
    expect(screen.getByText('/achievements?state=unlocked')).toBeDefined()
    await user.selectOptions(screen.getByRole('combobox', { name: 'Rarity' }), 'Legendary')
    expect(screen.getByText('No achievements found')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Show all achievements' }))
    await waitFor(() => expect(names()).toHaveLength(5))
    expect(screen.getByText('/achievements')).toBeDefined()
  })

  test('are read from the address', async () => {
    draw(page, { at: '/achievements?state=locked&rarity=rare', answers: { [LIST]: answered(...all) } })
    await screen.findByText('20% complete')
    expect(names()).toEqual(['Dedicated Predictor'])
    expect(screen.getByRole('combobox', { name: 'State' })).toHaveProperty('value', 'locked')
  })
})
