import type { CompetitionType } from '../contracts/competitions.ts'
import { type Rows, rows, text } from '../slice/read-models.ts'

declare module '../slice/read-models.ts' {
  interface ReadModels extends Rows<typeof competitionRows> {}
}

export const competitionRows = rows({
  'read.competitions': {
    id: 'integer',
    stream: 'text',
    season: 'text',
    kind: text<CompetitionType>(),
    name: 'text',
    description: 'text | null',
    first_gameweek: 'smallint | null',
    last_gameweek: 'smallint | null',
    from_kickoff: 'timestamp with time zone | null',
    to_kickoff: 'timestamp with time zone | null',
    start_date: 'timestamp with time zone',
    end_date: 'timestamp with time zone',
    prize_pool: 'integer',
    max_participants: 'integer | null',
    participants: 'integer',
    ended_at: 'timestamp with time zone | null',
  },
  'read.competition_participants': {
    competition_id: 'integer',
    user_id: 'integer',
    number: 'integer',
    joined_at: 'timestamp with time zone',
  },
  'read.competition_rounds': {
    competition_id: 'integer',
    round: 'smallint',
    gameweek: 'smallint',
    decided: 'boolean',
  },
  'read.competition_ties': {
    competition_id: 'integer',
    round: 'smallint',
    tie: 'smallint',
    home: 'integer',
    away: 'integer | null',
    home_points: 'integer | null',
    away_points: 'integer | null',
    winner: 'integer | null',
  },
  'read.competition_round_players': {
    competition_id: 'integer',
    round: 'smallint',
    place: 'integer',
    user_id: 'integer',
    points: 'integer',
    out: 'boolean',
  },
  'read.competition_prizes': {
    competition_id: 'integer',
    user_id: 'integer',
    place: 'smallint | null',
    points: 'integer',
  },
})
