import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Figure } from './Figure.tsx'
import type { Plot } from './plot.ts'

componentTests()

/** No figure is near the window: the code of the chart is not loaded. */
class NeverNear {
  observe() {}
  disconnect() {}
}

beforeEach(() => {
  vi.stubGlobal('IntersectionObserver', NeverNear)
})
afterEach(() => vi.restoreAllMocks())

const columns = ['Gameweek', { name: 'Accuracy', shown: (value: number) => `${value.toFixed(1)}%` }, 'Players'] as const
const rows = [
  [1, 42.25, 12],
  [2, null, 0],
]
const plot: Plot = { kind: 'columns', label: 'Accuracy by gameweek', series: ['Accuracy'] }

const figure = (more: Partial<Parameters<typeof Figure>[0]> = {}) => (
  <Figure
    title="Accuracy"
    lead="42.3%"
    text="in gameweek 1"
    plot={plot}
    columns={columns}
    rows={rows}
    file="accuracy.csv"
    {...more}
  />
)

/** Texts of the table's rows, with the headings first. */
const table = () =>
  within(screen.getByRole('table', { name: 'Accuracy' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))

describe('a figure', () => {
  test('is a region named by its title, with its main number', () => {
    draw(figure())
    const region = screen.getByRole('region', { name: 'Accuracy' })
    expect(within(region).getByRole('heading', { level: 2, name: 'Accuracy' })).toBeDefined()
    expect(within(region).getByText('42.3%').parentElement?.textContent).toBe('42.3% in gameweek 1')
  })

  test('without a number has its reason, and neither chart nor table', () => {
    draw(figure({ lead: undefined, empty: 'Nothing to show before the first match.' }))
    expect(screen.getByRole('region', { name: 'Accuracy' })).toBeDefined()
    expect(screen.getByText('Nothing to show before the first match.')).toBeDefined()
    expect(screen.queryByRole('button')).toBeNull()
  })

  test('shows its data as a table, and hides it again', async () => {
    const { user } = draw(figure())
    expect(screen.queryByRole('table')).toBeNull()
    const button = screen.getByRole('button', { name: /^Show as table ?: Accuracy$/, expanded: false })
    expect(button.hasAttribute('aria-controls')).toBe(false)
    await user.click(button)
    expect(screen.getByRole('button', { name: /^Show as table ?: Accuracy$/, expanded: true })).toBe(button)
    expect(document.getElementById(button.getAttribute('aria-controls')!)?.querySelector('table')).not.toBeNull()
    await user.click(button)
    expect(screen.queryByRole('table')).toBeNull()
  })

  test('formats the numbers of the table, with a dash for a missing one', async () => {
    const { user } = draw(figure())
    await user.click(screen.getByRole('button', { name: /Show as table/ }))
    expect(table()).toEqual([
      ['Gameweek', 'Accuracy', 'Players'],
      ['1', '42.3%', '12'],
      ['2', '–', '0'],
    ])
    expect(screen.getAllByRole('rowheader').map(({ textContent }) => textContent)).toEqual(['1', '2'])
  })

  test('lets the keyboard reach the table, which scrolls', async () => {
    const { user } = draw(figure())
    await user.tab()
    await user.keyboard('{Enter}')
    await user.tab()
    await user.tab()
    expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Accuracy' }))
  })

  test('saves its data as a file, unformatted', async () => {
    let saved: Blob | undefined
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob
      return 'blob:file'
    })
    vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
    const names: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      names.push(this.download)
    })
    const { user } = draw(figure())
    await user.click(screen.getByRole('button', { name: /^CSV ?: Accuracy$/ }))
    expect(names).toEqual(['accuracy.csv'])
    expect(saved?.type).toBe('text/csv')
    expect((await saved!.text()).replace('\uFEFF', '').trim().split(/\r?\n/)).toEqual([
      'Gameweek,Accuracy,Players',
      '1,42.25,12',
      '2,,0',
    ])
  })
})

describe('the legend of a figure', () => {
  const legend = (changes: Partial<Plot>) => {
    draw(figure({ plot: { ...plot, ...changes } }))
    return [...document.querySelectorAll('figcaption p:last-child span')].map(({ textContent }) => textContent)
  }

  test('is missing where there is one series', () => {
    expect(legend({})).toEqual([])
  })

  test('is missing for lines, which have their names at the end', () => {
    expect(legend({ kind: 'lines', series: ['You', 'Average'] })).toEqual([])
  })

  test.each(['columns', 'gaps'] as const)('names both series of %s', (kind) => {
    expect(legend({ kind, series: ['Home', 'Away'] })).toEqual(['Home', 'Away'])
  })

  test('names the highlight if a mark has one, and the reference', () => {
    const marks = [{ name: 1, values: [42], isLit: true }]
    expect(legend({ marks, lit: 'Not finished', reference: { value: 50, text: 'Half' } })).toEqual([
      'Not finished',
      'Half',
    ])
  })

  test('has no highlight that no mark has', () => {
    expect(legend({ lit: 'Not finished' })).toEqual([])
  })
})
