import {
  boolean,
  code,
  erased,
  integer,
  readModel,
  smallint,
  table,
  text,
  timestamp,
  type ViewsOf,
  viewOf,
} from '../../slice/table.ts'
import type { CompetitionType } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof competitionTables> {}
}

const competitions = table({
  doc:
    'One row a competition. It counts the matches of the gameweeks `first_gameweek` to `last_gameweek`, or those with a kickoff from `from_kickoff` ' +
    'until before `to_kickoff`. `participants` is their number, `max_participants` null: no limit. `ended_at`: when it was decided and paid; null while it is not.',
  columns: {
    id: integer('Number of the competition.'),
    stream: code('Its stream in the log, without the prefix.'),
    season: code(),
    kind: code<CompetitionType>('`weekly`, `monthly`, `seasonal`, `cup` or `knockout`.', {
      sql: "check (kind in ('weekly', 'monthly', 'seasonal', 'cup', 'knockout'))",
    }),
    name: text('Its name.'),
    description: text('What it is about; null: nothing is said.', { nullable: true }),
    first_gameweek: smallint('The first gameweek that counts; null: it goes by kickoff.', { nullable: true }),
    last_gameweek: smallint('The last gameweek that counts; null: it goes by kickoff.', { nullable: true }),
    from_kickoff: timestamp('Matches count from this kickoff on; null: it goes by gameweeks.', { nullable: true }),
    to_kickoff: timestamp('Matches count until before this kickoff; null: it goes by gameweeks.', { nullable: true }),
    start_date: timestamp('When it begins, as pages show it.'),
    end_date: timestamp('When it ends, as pages show it.'),
    prize_pool: integer('Points that are paid at its end.'),
    max_participants: integer('How many may take part; null: no limit.', { nullable: true }),
    participants: integer('How many take part.'),
    ended_at: timestamp('When it was decided and paid; null: it is not.', { nullable: true }),
  },
  key: ['id'],
  storage: 'fillfactor = 70',
})

const participants = table({
  doc: 'Who takes part, `number` in the order of joining.',
  columns: {
    competition_id: integer(),
    user_id: integer(null, { dataSubject: 'deletes' }),
    number: integer('Place in the order of joining, from 1.'),
    joined_at: timestamp(),
  },
  key: ['competition_id', 'user_id'],
  indexes: { participants_user: '(user_id)' },
})

const round = smallint('Number of the round, from 1.')

const rounds = table({
  doc: 'Rounds of cups from their draw on, of knockouts once they are decided.',
  columns: {
    competition_id: integer(),
    round,
    gameweek: smallint('The gameweek in which it is played.'),
    decided: boolean('Whether it is over; what is decided stands.'),
  },
  key: ['competition_id', 'round'],
})

/** Rounds are of all who played them: they keep the number of a deleted player. */
const dataSubject = { keeps: 'others have played the round against them' }

const ties = table({
  doc: 'Pairs of cups in the order of the draw, `away` null: a bye. Points and winner as the round was decided; null before.',
  columns: {
    competition_id: integer(),
    round,
    tie: smallint('Place of the pair in the draw.'),
    home: integer('The first of the pair, by `people.id`.', { dataSubject }),
    away: integer('The second of the pair, by `people.id`; null: a bye.', { nullable: true, dataSubject }),
    home_points: integer('Points of the first when the round was decided; null before.', { nullable: true }),
    away_points: integer('Points of the second when the round was decided; null before or in a bye.', {
      nullable: true,
    }),
    winner: integer('Who goes on, by `people.id`; null before.', { nullable: true, dataSubject }),
  },
  key: ['competition_id', 'round', 'tie'],
})

const roundPlayers = table({
  doc: 'Players of decided rounds of knockouts from the best to the last; `out`: it was their last.',
  columns: {
    competition_id: integer(),
    round,
    place: integer('Place in the round, from 1.'),
    user_id: integer(null, { dataSubject }),
    points: integer('Points of the round when it was decided.'),
    out: boolean('Whether it was the player’s last round.'),
  },
  key: ['competition_id', 'round', 'place'],
})

const prizes = table({
  doc: 'Points paid to a player in all, corrections taken in, and the place they are paid for; `place` null: not among the first three any more.',
  columns: {
    competition_id: integer(),
    user_id: integer(null, { dataSubject: 'deletes' }),
    place: smallint('The place that the prize is for; null: not among the first three any more.', { nullable: true }),
    points: integer('Points paid in all, corrections taken in.'),
  },
  key: ['competition_id', 'user_id'],
})

/** Points are stored only in decided rounds and prizes: standings follow from the group `play`. */
export const competitionTables = readModel(
  {
    competitions,
    competition_participants: viewOf('participants', participants),
    competition_rounds: viewOf('rounds', rounds),
    competition_ties: viewOf('ties', ties),
    competition_round_players: viewOf('round_players', roundPlayers),
    competition_prizes: viewOf('prizes', prizes),
  },
  { participants, rounds, ties, round_players: roundPlayers, prizes, erased },
)
