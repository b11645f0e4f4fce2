import { boolean, code, integer, readModel, smallint, table, timestamp, type ViewsOf } from '../../slice/table.ts'
import type { Ruleset } from './contract.ts'

declare module '../../slice/read-models.ts' {
  interface ReadModels extends ViewsOf<typeof leagueRuleTables> {}
}

const league_id = integer('The league, by `leagues.id`.')
const season = code()

/** Projected in one group with leagues. */
export const leagueRuleTables = readModel({
  league_rules: table({
    doc:
      'Rules that a league has chosen, one row per gameweek from which they hold until the next row. A league without rows has those of the whole game. ' +
      'A match has the latest rules for its gameweek or an earlier one that were chosen before it closed.',
    columns: {
      ...{ league_id, season },
      from_gameweek: smallint('First gameweek of the season with these rules.'),
      result: smallint('Points of a correct result.'),
      goal_difference: smallint('Points of the right goal difference; 0: off, it pays as the result.'),
      exact: smallint('Points of the exact score.'),
      joker: boolean('Whether each member may double one match of a gameweek.'),
      late_joiners: code<Ruleset['lateJoiners']>(
        'Points of members who join later: of the whole `season`, or of matches that close after `joining`.',
        { sql: "check (late_joiners in ('season', 'joining'))" },
      ),
      changed_at: timestamp('When they were chosen.'),
      changed_by: integer('Who chose them, by `people.id`; null: not a player.', {
        nullable: true,
        dataSubject: { keeps: 'the rules are part of the league' },
      }),
    },
    key: ['league_id', 'season', 'from_gameweek'],
  }),
  league_jokers: table({
    doc: 'One row per member, league and gameweek with a joker. It doubles the points of its match in that league, while the match is in this gameweek and the rules have a joker.',
    hidden: 'the match is secret until it closes',
    columns: {
      league_id,
      user_id: integer(null, { dataSubject: 'deletes' }),
      season,
      gameweek: smallint(),
      fixture_id: integer('The doubled match, by `fixtures.id`; null: taken off. Secret until the match closes.', {
        nullable: true,
      }),
      changed_at: timestamp('Time of the last change.'),
    },
    key: ['league_id', 'user_id', 'season', 'gameweek'],
    indexes: { league_jokers_user: '(user_id)' },
  }),
})
