import { expect, test } from 'vitest'
import { pointsPerVerdict } from '../../../../src/contracts/points.ts'
import {
  CUTOFF_MINUTES,
  JOIN_CODE_LENGTH,
  LOCKOUT,
  MULTIPLIERS,
  PRIZE_PERCENT,
} from '../../../../src/contracts/rules.ts'
import { HELP } from '../../app/help/content.ts'
import { type HelpTopic, helpTargetOf, marked, search } from './model.ts'

const POINTS = pointsPerVerdict(null)
const entries = HELP.flatMap(({ sections }) => sections.flatMap((section) => section.entries))
const textOf = (id: string) => {
  const entry = entries.find((each) => each.id === id)
  return `${entry?.title} ${entry?.text ?? ''}`
}
const titles = (query: string, topics?: readonly HelpTopic[]) =>
  search(query, topics ?? HELP).map(({ entry }) => entry.title)

test('the six tabs of the help, in their order', () => {
  expect(HELP.map(({ title }) => title)).toEqual([
    'Getting Started',
    'Predictions',
    'Scoring',
    'Multiplayer',
    'Social',
    'Advanced',
  ])
})

test('every entry of the help has its own URL', () => {
  const ids = [...HELP.map(({ id }) => id), ...entries.map(({ id }) => id)]
  expect(new Set<string>(ids).size).toBe(ids.length)
})

test('R3, R8, R13, R38, R50: the help states the numbers of the rules', () => {
  expect(textOf('lock')).toContain(`lock ${CUTOFF_MINUTES} minutes before kickoff`)
  expect(entries.flatMap(({ figure }) => figure ?? [])).toEqual([POINTS.exact, POINTS.correct, POINTS.wrong])
  for (const multiplier of Object.values(MULTIPLIERS)) expect(textOf('multipliers')).toContain(multiplier)
  expect(textOf('prizes')).toContain(`${PRIZE_PERCENT[0]}, ${PRIZE_PERCENT[1]} and ${PRIZE_PERCENT[2]} percent`)
  expect(textOf('security')).toContain(
    `After ${LOCKOUT.attempts} wrong attempts we block your connection for ${LOCKOUT.minutes} minutes`,
  )
  expect(textOf('join-codes')).toContain(`${JOIN_CODE_LENGTH} characters`)
})

test('a search finds entries with all its words, ignoring case, titles first', () => {
  expect(titles('LOCK')[0]).toBe('Predictions lock 5 minutes before kickoff')
  expect(titles('lock')).toContain('Password and security')
  expect(titles('lock minutes')).toContain('Password and security')
  expect(titles('lock unicorns')).toEqual([])
  expect(titles('  ')).toEqual([])
})

test('a search ignores accents, and has no special characters', () => {
  const entry = { ...(entries[0] as (typeof entries)[number]), title: 'Résumé (.*)' }
  const topics = [{ id: 'start' as const, title: 'One', sections: [{ title: 'Two', entries: [entry] }] }]
  expect(titles('resume', topics)).toEqual(['Résumé (.*)'])
  expect(titles('.*', topics)).toEqual(['Résumé (.*)'])
  expect(titles('.+', topics)).toEqual([])
})

test('matches are marked, and the text is unchanged', () => {
  expect(marked('They lock. Locked!', 'lock')).toEqual([
    { text: 'They ', isHit: false },
    { text: 'lock', isHit: true },
    { text: '. ', isHit: false },
    { text: 'Lock', isHit: true },
    { text: 'ed!', isHit: false },
  ])
  expect(marked('Nothing', '')).toEqual([{ text: 'Nothing', isHit: false }])
})

test('a fragment opens a tab or an entry, an unknown one the first tab', () => {
  expect(helpTargetOf('#scoring', HELP).topic.title).toBe('Scoring')
  expect(helpTargetOf('#lock', HELP)).toMatchObject({ topic: { id: 'predictions' }, entry: { id: 'lock' } })
  expect(helpTargetOf('', HELP)).toMatchObject({ topic: { id: 'start' }, entry: null })
  expect(helpTargetOf('#nowhere', HELP)).toMatchObject({ topic: { id: 'start' }, entry: null })
})
