import { expect, test } from 'vitest'
import type { Names } from '../../slice/notifications.ts'
import { leagueRuleNotifications } from './rules-notifications.ts'

const names: Names = {
  ...{ person: 'maya_k', competition: null, league: 'Office', team: null, home: null, away: null },
  ...{ share: null, shareUrl: null, seesLeague: true },
}
const payload = { leagueId: 5, league: 'Old office', personId: 7, gameweek: 14 }
const { sentences } = leagueRuleNotifications
const changed = (rules: object, of: Partial<Names> = {}) =>
  sentences['league-rules-changed'](
    {
      what: 'league-rules-changed',
      ...payload,
      rules: { result: 5, goalDifference: 0, exact: 15, joker: false, lateJoiners: 'season', ...rules },
    },
    { ...names, ...of },
    1,
  )

test('R322: the notification of new rules says what they pay', () => {
  expect(changed({})).toEqual({
    title: 'New rules from gameweek 14',
    text: 'maya_k changed the rules of Office: the result pays 5, the exact score 15. What you have stays.',
    link: '/leagues/5/rules',
  })
  expect(changed({ goalDifference: 7, joker: true, lateJoiners: 'joining' }).text).toContain(
    ': the result pays 5, goal difference 7, the exact score 15, one joker a gameweek, late joiners start from nothing.',
  )
})

test('R322: a reader who no longer sees the league has its name of then, and no link to its rules', () => {
  const former = { person: null, league: null, seesLeague: false }
  expect(changed({}, former)).toMatchObject({
    text: expect.stringMatching(/^The admin changed the rules of Old office: /),
    link: '/leagues',
  })
  expect(
    sentences['league-rules-withdrawn']({ what: 'league-rules-withdrawn', ...payload }, { ...names, ...former }, 1),
  ).toEqual({
    title: 'New rules taken back',
    text: 'The admin took the new rules of Old office back. Gameweek 14 counts as before.',
    link: '/leagues',
  })
})
