import type { Ruleset } from '../areas/league-rules/contract.ts'
import { CLOSE_CALLS, CLOSER_CALLS, EXACT_ONLY } from './league-rules.ts'

/** Names and texts of `npm run testing -- world`. None of the names refers to a real person. */

export const NAMES: readonly string[] = [
  ...['ada', 'alfie', 'amara', 'archie', 'bea', 'bruno', 'callum', 'chidi', 'clara', 'dev'],
  ...['edie', 'elif', 'farah', 'finn', 'grace', 'hamza', 'hazel', 'idris', 'ines', 'jonah'],
  ...['kofi', 'lena', 'lewis', 'maeve', 'malik', 'nadia', 'niall', 'olive', 'omar', 'pippa'],
  ...['quinn', 'rosa', 'rufus', 'saskia', 'theo', 'uma', 'vik', 'wren', 'yara', 'zach'],
]

interface LeagueOfTheWorld {
  readonly name: string
  readonly description: string
  readonly type: 'public' | 'private'
  readonly size: number
  readonly hasTeams: boolean
  /** Rules that it has chosen, each after a share of the past gameweeks. */
  readonly rules?: readonly { readonly after: number; readonly rules: Ruleset }[]
}

export const LEAGUES_OF_THE_WORLD: readonly LeagueOfTheWorld[] = [
  {
    name: 'Saturday at Three',
    description: 'For everyone who thinks kickoff is still at three.',
    type: 'public',
    size: 24,
    hasTeams: true,
  },
  {
    name: 'Away Days',
    description: 'We never pick a home win before lunch.',
    type: 'public',
    size: 15,
    hasTeams: false,
    rules: [
      { after: 0.2, rules: CLOSE_CALLS },
      { after: 0.7, rules: CLOSER_CALLS },
    ],
  },
  { name: 'The Back Office', description: 'Loser makes the tea.', type: 'private', size: 9, hasTeams: false },
  {
    name: 'Sunday Pub League',
    description: 'All tactics, no running.',
    type: 'private',
    size: 12,
    hasTeams: true,
    rules: [{ after: 0.4, rules: EXACT_ONLY }],
  },
  {
    name: 'Nil-Nil Appreciation Society',
    description: 'We live for a clean sheet on both ends.',
    type: 'public',
    size: 7,
    hasTeams: false,
  },
]

export const TEAM_NAMES: readonly string[] = [
  'Expected Goals',
  'Late Equalisers',
  'Offside Trap',
  'Row Z',
  'Second Ball',
  'Top Bins',
  'Extra Time',
  'False Nines',
]

export const CHAT: readonly string[] = [
  'Who else went for the draw?',
  'Three exact scores this season and all of them 1-1.',
  'I am never picking that away win again.',
  'Cutoff in an hour, has everybody done theirs?',
  'Top of the league! Somebody take a picture.',
  'I changed it at the last minute. Of course I did.',
  'That late goal cost me fifteen points.',
  'What are we all saying for the early kickoff?',
  'My streak is over. It was nice while it lasted.',
  'Nobody had that one right. Nobody.',
  'I go with the table this time, not with my heart.',
  'Five points are five points.',
  'The derby is a draw, mark my words.',
  'How do you do it every week?',
  'I forgot the Monday match again.',
  'New gameweek, same optimism.',
]

export const TITLES: readonly string[] = [
  'My gameweek {n}',
  'Bold for gameweek {n}',
  'All in on gameweek {n}',
  'Gameweek {n}, no regrets',
  'How I see gameweek {n}',
  'Gameweek {n}: home is where the points are',
  'Away day specials, gameweek {n}',
  'Draws, draws, draws: gameweek {n}',
  'Gameweek {n} on gut feeling',
  'Gameweek {n} by the table',
  'Ten scores, one hunch: gameweek {n}',
  'Rate my gameweek {n}',
  'Gameweek {n}, written in pencil',
  'Upsets ahead in gameweek {n}',
  'Gameweek {n} with my heart',
  'Gameweek {n}: fewer goals, more points',
  'Catch me in gameweek {n}',
  'Gameweek {n}, and I am sticking to it',
]

export const COMMENTS: readonly string[] = [
  'Brave.',
  'I have the same for most of them.',
  'That away win will not happen.',
  'Well played!',
  'Where do you get these scores from?',
  'Saving this for Monday.',
  'I wish I had gone for that draw.',
]
