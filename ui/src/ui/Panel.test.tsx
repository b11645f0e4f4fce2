import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { componentTests, draw } from '../../../test/support/components.tsx'
import { Band, BandStat, BandStats } from './Band.tsx'
import { Button } from './Button.tsx'
import { Fact, Facts } from './Facts.tsx'
import { Panel, PanelBody } from './Panel.tsx'
import { StatTile, StatTiles } from './Stat.tsx'

componentTests()

/** Texts of a description list: each term with its values. */
const described = () =>
  screen.getAllByRole('term').map((term) => [...term.parentElement!.children].map(({ textContent }) => textContent))

test('a panel is a region named by its heading, with its actions', () => {
  draw(
    <Panel title="Members" actions={<Button>Invite</Button>}>
      <PanelBody>Nobody yet</PanelBody>
    </Panel>,
  )
  const region = screen.getByRole('region', { name: 'Members' })
  expect(within(region).getByRole('heading', { level: 2, name: 'Members' })).toBeDefined()
  expect(within(region).getByRole('button', { name: 'Invite' })).toBeDefined()
  expect(within(region).getByText('Nobody yet')).toBeDefined()
})

test('a tile has its label, its value and its note', () => {
  draw(
    <StatTiles>
      <StatTile label="Rank" value="3" note="of 120" />
      <StatTile label="Points" value="41" />
    </StatTiles>,
  )
  expect(described()).toEqual([
    ['Rank', '3', 'of 120'],
    ['Points', '41'],
  ])
})

test('a fact has its label and its value', () => {
  draw(
    <Facts>
      <Fact label="Joined">1 August</Fact>
    </Facts>,
  )
  expect(described()).toEqual([['Joined', '1 August']])
})

test('a band is named by the heading in it, and its numbers by their words', () => {
  draw(
    <Band labelledBy="season">
      <h1 id="season">Season 2025/26</h1>
      <BandStats>
        <BandStat label="points" before="Your" after="so far" value="41" />
        <BandStat label="rank" value="3" />
      </BandStats>
    </Band>,
  )
  expect(screen.getByRole('region', { name: 'Season 2025/26' })).toBeDefined()
  expect(described()).toEqual([
    ['Your points so far', '41'],
    ['rank', '3'],
  ])
})
