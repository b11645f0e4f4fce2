import { screen, waitFor, within } from '@testing-library/react'
import { useLocation } from 'react-router-dom'
import { describe, expect, test } from 'vitest'
import { componentTests, draw } from '../../../../test/support/components.tsx'
import { signedInSample } from '../../../../test/support/samples.ts'
import { HELP } from './content.ts'
import { HelpPage } from './HelpPage.tsx'

componentTests()

let address = ''
function Address() {
  const { pathname, hash } = useLocation()
  address = pathname + hash
  return null
}
const drawHelp = (hash = '') =>
  draw(
    <>
      <Address />
      <HelpPage user={signedInSample()} title="Help" adminPages={[]} />
    </>,
    { at: `/help${hash}` },
  )
const tab = (name: string) => screen.getByRole('tab', { name })
const hits = () => within(screen.getByRole('list', { name: 'Found' })).getAllByRole('listitem')

describe('the help', () => {
  test('has every entry of a topic on its tab, and keeps the tab in its address', async () => {
    const { user } = drawHelp()
    for (const topic of HELP) {
      await user.click(tab(topic.title))
      const panel = screen.getByRole('tabpanel')
      for (const { title, entries } of topic.sections) {
        expect(panel.querySelector(`section[aria-label="${title}"]`), title).not.toBeNull()
        for (const entry of entries) expect(panel.textContent).toContain(entry.title)
      }
      expect(address).toBe(`/help#${topic.id}`)
    }
  })

  test('begins with the first topic, and its links to what it explains', () => {
    drawHelp('#nonsense')
    expect(tab('Getting Started').getAttribute('aria-selected')).toBe('true')
    const links = within(screen.getByRole('group', { name: 'Quick actions' })).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Fixtures', '/'],
      ['History', '/players/1'],
      ['Leaderboards', '/leaderboard'],
      ['News', '/news'],
    ])
  })

  test('works out the points of three endings', () => {
    drawHelp('#scoring')
    const section = within(screen.getByRole('region', { name: 'You predicted 2–1. Three ways it can end' }))
    const endings = section.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(endings).toEqual([
      expect.stringMatching(/It ends 2–1.*15.*Exact/),
      expect.stringMatching(/It ends 3–1.*5.*Correct/),
      expect.stringMatching(/It ends 1–2.*0.*Wrong/),
    ])
  })

  test('follows a pick from open to paid', () => {
    drawHelp('#predictions')
    const life = within(screen.getByRole('region', { name: /^The life of a pick/ }))
    const steps = life.getAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent)
    expect(steps).toEqual(['Until 17:25', '17:25', '17:30', 'Full time'])
  })

  test('is searched, and a hit opens at its line with the focus on it', async () => {
    const { user } = drawHelp()
    await user.type(screen.getByRole('searchbox', { name: 'Search the help' }), 'lock')
    expect(screen.getByText(`${hits().length} results`)).toBeDefined()
    expect(hits()[0]!.textContent).toMatch(/^PredictionsPredictions lock 5 minutes before kickoff/)
    expect(
      within(hits()[0]!)
        .getAllByText('lock')
        .map(({ tagName }) => tagName),
    ).toEqual(['MARK', 'MARK'])
    expect(screen.queryByRole('tablist')).toBeNull()
    await user.click(screen.getByRole('link', { name: 'Password and security' }))
    expect(tab('Advanced').getAttribute('aria-selected')).toBe('true')
    await waitFor(() => expect(document.activeElement?.textContent).toContain('After 5 wrong attempts'))
    expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  })

  test('leads to feedback where nothing is found', async () => {
    const { user } = drawHelp()
    await user.type(screen.getByRole('searchbox'), ' cash out ')
    expect(screen.getByText('Nothing about “cash out”')).toBeDefined()
    expect(screen.getByText('0 results')).toBeDefined()
    expect(screen.getByRole('link', { name: 'Feedback' }).getAttribute('href')).toBe('/feedback')
  })
})
