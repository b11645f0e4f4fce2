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
    'One row per competition. The matches of gameweeks `first_gameweek` to `last_gameweek` count, or those with a kickoff from `from_kickoff` ' +
    'until before `to_kickoff`; in a seasonal, those without a date, too. `participants` is their number; `max_participants` null: no limit. `ended_at`: when it was decided and paid; null before.',
  columns: {
    id: integer('Id of the competition.'),
    stream: code('Stream of the competition in the log, without the prefix.'),
    season: code(),
    kind: code<CompetitionType>('`weekly`, `monthly`, `seasonal`, `cup` or `knockout`.', {
      sql: "check (kind in ('weekly', 'monthly', 'seasonal', 'cup', 'knockout'))",
    }),
    name: text('Name of the competition.'),
    description: text('Description; null: none.', { nullable: true }),
    first_gameweek: smallint('The first gameweek that counts; null: the window is by kickoff.', { nullable: true }),
    last_gameweek: smallint('The last gameweek that counts; null: the window is by kickoff.', { nullable: true }),
    from_kickoff: timestamp('First kickoff that counts; null: the window is by gameweeks.', { nullable: true }),
    to_kickoff: timestamp('Matches count before this kickoff; null: the window is by gameweeks.', { nullable: true }),
    start_date: timestamp('Start shown on pages.'),
    end_date: timestamp('End shown on pages.'),
    prize_pool: integer('Points paid at the end.'),
    max_participants: integer('Most participants; null: no limit.', { nullable: true }),
    participants: integer('Number of participants.'),
    ended_at: timestamp('When it was decided and paid; null before.', { nullable: true }),
  },
  key: ['id'],
  storage: 'fillfactor = 70',
})

const participants = table({
  doc: 'Participants of competitions; `number` is the order of joining.',
  columns: {
    competition_id: integer(),
    user_id: integer(null, { dataSubject: 'deletes' }),
    number: integer('Order of joining, from 1.'),
    joined_at: timestamp(),
  },
  key: ['competition_id', 'user_id'],
  indexes: { participants_user: '(user_id)' },
})

const round = smallint('Number of the round, from 1.')

const rounds = table({
  doc: 'Rounds of cups from the draw, rounds of knockouts from the decision.',
  columns: {
    competition_id: integer(),
    round,
    gameweek: smallint('Gameweek of the round.'),
    decided: boolean('Whether the round is decided.'),
  },
  key: ['competition_id', 'round'],
})

/** Rounds belong to all their players: they keep the id of a deleted player. */
const dataSubject = { keeps: 'others have played the round against them' }

const ties = table({
  doc: 'Pairs of cups in the order of the draw; `away` null: a bye. Points and winner are those of the decision; null before.',
  columns: {
    competition_id: integer(),
    round,
    tie: smallint('Position of the pair in the draw.'),
    home: integer('First player, by `people.id`.', { dataSubject }),
    away: integer('Second player, by `people.id`; null: a bye.', { nullable: true, dataSubject }),
    home_points: integer('Points of the first player at the decision; null before.', { nullable: true }),
    away_points: integer('Points of the second player at the decision; null before or for a bye.', {
      nullable: true,
    }),
    winner: integer('Winner, by `people.id`; null before the decision.', { nullable: true, dataSubject }),
  },
  key: ['competition_id', 'round', 'tie'],
})

const roundPlayers = table({
  doc: 'Players of decided knockout rounds from best to last; `out`: the player went out.',
  columns: {
    competition_id: integer(),
    round,
    place: integer('Place in the round, from 1.'),
    user_id: integer(null, { dataSubject }),
    points: integer('Points at the decision.'),
    out: boolean('Whether the player went out in this round.'),
  },
  key: ['competition_id', 'round', 'place'],
})

const prizes = table({
  doc: 'Points paid to a player including corrections, and the paid place; `place` null: no longer among the first three.',
  columns: {
    competition_id: integer(),
    user_id: integer(null, { dataSubject: 'deletes' }),
    place: smallint('Paid place; null: no longer among the first three.', { nullable: true }),
    points: integer('Points paid, including corrections.'),
  },
  key: ['competition_id', 'user_id'],
})

/** Points are stored only for decided rounds and prizes: standings follow from the group `play`. */
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
