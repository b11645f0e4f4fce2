import type { ColumnWords } from '../slice/columns.ts'
import type { competitionRows } from './read-model.ts'

export const competitionColumns: ColumnWords<typeof competitionRows> = {
  'read.competitions': {
    id: 'Number of the competition.',
    stream: 'Its stream in the log, without the prefix.',
    kind: '`weekly`, `monthly`, `seasonal`, `cup` or `knockout`.',
    name: 'Its name.',
    description: 'What it is about; null: nothing is said.',
    first_gameweek: 'The first gameweek that counts; null: it goes by kickoff.',
    last_gameweek: 'The last gameweek that counts; null: it goes by kickoff.',
    from_kickoff: 'Matches count from this kickoff on; null: it goes by gameweeks.',
    to_kickoff: 'Matches count until before this kickoff; null: it goes by gameweeks.',
    start_date: 'When it begins, as pages show it.',
    end_date: 'When it ends, as pages show it.',
    prize_pool: 'Points that are paid at its end.',
    max_participants: 'How many may take part; null: no limit.',
    participants: 'How many take part.',
    ended_at: 'When it was decided and paid; null: it is not.',
  },
  'read.competition_participants': {
    number: 'Place in the order of joining, from 1.',
  },
  'read.competition_rounds': {
    round: 'Number of the round, from 1.',
    gameweek: 'The gameweek in which it is played.',
    decided: 'Whether it is over; what is decided stands.',
  },
  'read.competition_ties': {
    round: 'Number of the round, from 1.',
    tie: 'Place of the pair in the draw.',
    home: 'The first of the pair, by `people.id`.',
    away: 'The second of the pair, by `people.id`; null: a bye.',
    home_points: 'Points of the first when the round was decided; null before.',
    away_points: 'Points of the second when the round was decided; null before or in a bye.',
    winner: 'Who goes on, by `people.id`; null before.',
  },
  'read.competition_round_players': {
    round: 'Number of the round, from 1.',
    place: 'Place in the round, from 1.',
    points: 'Points of the round when it was decided.',
    out: 'Whether it was the player’s last round.',
  },
  'read.competition_prizes': {
    place: 'The place that the prize is for; null: not among the first three any more.',
    points: 'Points paid in all, corrections taken in.',
  },
}
