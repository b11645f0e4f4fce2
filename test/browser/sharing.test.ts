import { beforeAll, expect, test } from 'vitest'
import type { SharedPrediction } from '../../src/areas/sharing/contract.ts'
import type { TestClient } from '../support/client.ts'
import { together } from './answers.ts'
import { currentFixtures } from './matches.ts'
import { expectSmall, FIRST_VIEW, firstViewOnly } from './scripts.ts'
import { sharedPage } from './shared-page.ts'
import { socialPage } from './social-page.ts'
import { DESK, expectSound, PHONE } from './soundness.ts'
import { setStage } from './stage.ts'
import { visit } from './visitor.ts'

const stage = setStage()
let owner: TestClient
let reader: TestClient
let five: SharedPrediction
let gameweek: SharedPrediction
let secret: SharedPrediction

beforeAll(async () => {
  owner = await stage.app.player('saoirse-b')
  reader = await stage.app.player('maya_k')
  const fixtures = await currentFixtures(owner)
  const ids: number[] = []
  for (const [index, { id }] of fixtures.entries()) {
    const score = index === 1 ? {} : { predictedHomeScore: 2, predictedAwayScore: 1 }
    const { status, body } = await owner.post('/api/predictions', { fixtureId: id, predictedResult: 'home', ...score })
    expect(status, body?.detail).toBe(201)
    ids.push(body.id)
  }
  const share = async (predictionIds: number[], more: object): Promise<SharedPrediction> => {
    const { status, body } = await owner.post('/api/share-predictions', { predictionIds, ...more })
    expect(status, body?.detail).toBe(201)
    return body
  }
  gameweek = await share(ids, { title: 'The whole gameweek', shareType: 'gameweek' })
  five = await share(ids.slice(0, 5), { title: 'My five for Saturday and Sunday', description: 'One hunch.' })
  secret = await share(ids.slice(0, 1), { title: 'Only for the Back Post Club', isPublic: false })
})

const pathOf = ({ shareUrl }: SharedPrediction) => `/shared/${shareUrl}`
test('a first view without a session loads few bytes of JavaScript, no sockets and no dialogs, and no user; a stranger’s pick is stored on the device and offered once there is an account', async () => {
  const asked: string[] = []
  const first = await stage.visit(pathOf(five), {
    as: undefined,
    prepare: together(firstViewOnly, async (page) => {
      page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    }),
  })
  await first.isAt(five.title)
  // The invitation comes with the page.
  await first.page.getByRole('link', { name: 'Create Account' }).waitFor()
  await first.isQuiet()
  expect(asked.filter((path) => path === '/api/user' || path.startsWith('/socket.io'))).toEqual([])
  expectSmall(asked, FIRST_VIEW.shared)
  await first.leave()

  const visitor = await stage.visit(pathOf(five), { as: undefined })
  const { page } = visitor
  await page.getByText('No comments yet. Be the first to comment!').waitFor()
  await page.getByText('saoirse-b says 2–1. What do you say?').waitFor()
  const text = await sharedPage(page).coupon()
  for (const part of ['Public', 'One hunch.', 'Shared by saoirse-b', 'picks, first closes', 'Home Win', 'No score'])
    expect(text).toContain(part)
  expect(await sharedPage(page).like().isDisabled()).toBe(true)
  expect(await page.getByLabel('Add a comment').count()).toBe(0)
  await page.getByText('to like and comment.').waitFor()

  await sharedPage(page).pick('31')
  await page.reload()
  await expect
    .poll(() =>
      page
        .getByLabel(/goals$/)
        .first()
        .inputValue(),
    )
    .toBe('3')
  await sharedPage(page).createAccount('kwame_a')
  await visitor.toast('Account created!')
  await page.getByText('1 not saved yet').waitFor()
  // Nothing of the form is left in the address.
  await expect.poll(() => new URL(page.url()).search).toBe('')
})

test('a player who signs in on the page stays there', async () => {
  const visitor = await stage.visit(pathOf(five), { as: undefined })
  const { page } = visitor
  await page.getByRole('banner').getByRole('link', { name: 'Sign In' }).click()
  await page.getByLabel('Username').fill('maya_k')
  await page.getByLabel('Password').fill('password-1')
  await page.getByRole('button', { name: 'Sign In' }).click()
  await page.getByLabel('Add a comment').last().waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(pathOf(five))
})

test('likes once and comments; both reach another open page', async () => {
  const other = await visit(stage.browser, stage.app, pathOf(five), { as: owner })
  const visitor = await stage.visit(pathOf(five), { as: reader })
  const { page } = visitor
  const shared = sharedPage(page)
  await Promise.all([other.connected(), visitor.connected()])
  await shared.like().click()
  await shared.counts(/1 like/)
  await expect.poll(() => shared.like().getAttribute('aria-disabled')).toBe('true')
  await sharedPage(other.page).counts(/1 like/)
  const own = sharedPage(other.page).like()
  expect([await own.isDisabled(), await own.innerText()]).toEqual([true, 'Like 1'])
  expect(await page.getByRole('button', { name: 'Post' }).isDisabled()).toBe(true)
  await shared.comment('Say it louder.')
  await visitor.toast('Comment added')
  await shared.comments('Say it louder.')
  await sharedPage(other.page).comments('Say it louder.')
  await other.leave()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await shared.copyLink()
  await visitor.toast('Link copied!')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(stage.app.url + pathOf(five))
  await shared.counts(/1 share/)
  await page.getByRole('button', { name: 'Delete your comment' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No comments yet. Be the first to comment!').waitFor()
})

test('changes of a private share reach everyone who has it open; its owner can delete it', async () => {
  const visitor = await stage.visit(pathOf(secret), { as: owner, expected: /status of 404/ })
  const { page } = visitor
  await page.getByText('Only people with the link can open it.').waitFor()
  expect(await sharedPage(page).like().isDisabled()).toBe(true)
  const other = await visit(stage.browser, stage.app, pathOf(secret), { as: reader })
  await other.connected()
  expect(
    (await owner.post(`/api/shared-predictions/${secret.shareUrl}/comments`, { content: 'Between us.' })).status,
  ).toBe(201)
  await sharedPage(other.page).comments('Between us.')
  await other.leave()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'Prediction Not Found' }).waitFor()
  await page.getByText("This shared prediction doesn't exist or has been removed.").waitFor()
})

test('the social hub: welcome, tiles, tabs, filters, likes that are taken back, new shares that wait', async () => {
  const visitor = await stage.visit('/social', { as: reader })
  const { page } = visitor
  const social = socialPage(page)
  await page.getByRole('heading', { name: 'Welcome to the Social Hub, maya_k!' }).waitFor()
  await social.post(five.title).waitFor()
  expect(await social.titles()).toEqual([five.title, gameweek.title])
  for (const text of ['Your Predictions', 'Shareable Wins', 'Social Score', 'Total Points', 'Active Users'])
    await page.getByText(text, { exact: true }).waitFor()
  for (const text of ['Shared Predictions', 'Total Likes', 'Make some predictions to start sharing with the community'])
    await page.getByText(text, { exact: true }).waitFor()
  for (const name of ['Share Your Predictions', 'Trending Topics', 'Community Guidelines'])
    await page.getByRole('region', { name }).waitFor()

  const like = social.post(gameweek.title).getByRole('button', { name: /^Like/ })
  await like.click()
  await social.post(gameweek.title).getByText('1 like').waitFor()
  await like.click()
  await social.post(gameweek.title).getByText('0 likes').waitFor()
  await visitor.connected()
  await owner.post('/api/share-predictions', {
    predictionIds: [gameweek.predictionIds[0]!.id],
    title: 'Newest',
    shareType: 'individual',
  })
  await page.getByRole('button', { name: '1 new prediction' }).click()
  await expect.poll(() => social.titles()).toEqual(['Newest', five.title, gameweek.title])
  await social.only('Gameweek')
  await expect.poll(() => social.titles()).toEqual([gameweek.title])
  await social.only('All')
  await reader.post(`/api/shared-predictions/${five.shareUrl}/like`)
  await social.sortBy('Popular')
  await expect.poll(async () => (await social.titles())[0]).toBe(five.title)

  await social.tab('Trending')
  await page.getByRole('heading', { name: 'Trending This Week' }).waitFor()
  await visitor.reload()
  await page.getByRole('heading', { name: 'Trending This Week' }).waitFor()
  await page.getByRole('link', { name: /^View Prediction ?: My five/ }).waitFor()
  await social.tab('Following')
  await page.getByText('Follow Users').waitFor()
  await social.follow('saoirse-b')
  await social.post(five.title).waitFor()
})

test('shares from the home page: the recent picks, one row, the gameweek, from the panel', async () => {
  const visitor = await stage.visit('/', { as: owner })
  const { page } = visitor
  await page.getByRole('button', { name: 'Share All' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share Your Predictions' })
  await expect.poll(() => dialog.getByRole('checkbox').count()).toBe(6)
  await expectSound(visitor, 'the dialog that shares', { within: '[role=dialog]' })
  await page.setViewportSize(DESK)
  for (const box of await dialog.getByRole('list', { name: 'Your picks' }).getByRole('checkbox').all())
    await box.uncheck()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await visitor.toast('No predictions selected')
  await visitor.toast('Please select at least one prediction to share')
  await dialog.getByRole('checkbox').first().check()
  await dialog.getByRole('button', { name: 'Create link' }).click()
  await visitor.toast('Predictions shared successfully!')
  expect(await dialog.getByLabel('Link').inputValue()).toMatch(/\/shared\/[\w-]{22}$/)
  for (const name of ['Twitter/X', 'Facebook', 'LinkedIn', 'WhatsApp', 'Reddit']) {
    const link = dialog.getByRole('link', { name })
    expect(await link.getAttribute('target')).toBe('_blank')
    expect(await link.getAttribute('rel')).toContain('noopener')
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await dialog.getByRole('button', { name: 'Copied' }).waitFor()
  await dialog.getByRole('button', { name: 'Create Another Share' }).click()
  await expect
    .poll(() => dialog.getByLabel('Title').inputValue())
    .toBe('Check out my latest Premier League predictions!')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Share gameweek' }).click()
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toMatch(/^My predictions for Gameweek \d+$/)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page
    .getByRole('button', { name: /^Share .* v / })
    .first()
    .click()
  await expect.poll(() => dialog.getByLabel('Title').inputValue()).toMatch(/^My prediction: .* v /)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const panel = page.getByRole('region', { name: 'Share Your Predictions' })
  await panel.getByRole('heading', { name: 'Recent shares' }).waitFor()
  expect(await panel.getByRole('list', { name: 'Your picks' }).getByRole('listitem').count()).toBe(3)
  await page.setViewportSize(PHONE)
  await page.getByRole('tab', { name: 'Share' }).click()
  await panel.getByRole('button', { name: 'Create link' }).waitFor()
})
