import { type RawBuilder, sql } from 'kysely'

/**
 * Common table expressions, the last of them `streaks`: correct predictions in a row up to a player's latest settled match of a season, by
 * kickoff. `players`: a condition on a user id. Players without settled predictions have no row.
 *
 * A gameweek without a wrong prediction is one sum. The latest wrong prediction is not before the first match of the last gameweek that has
 * one, so single picks are read from that match on. Gameweeks overlap where matches were moved.
 */
export const streaksOf = (players: RawBuilder<unknown>, season: string | null): RawBuilder<unknown> => sql`
      streak_matches as materialized (
        select id, gameweek, row_number() over (order by kickoff, id)::int as nth from read.fixtures
        where season = ${season} and result is not null
      ), streak_weeks as materialized (
        select s.gameweek, s.first, s.last, g.user_id, g.settled,
          coalesce(max(s.first) filter (where g.has_wrong) over of_user, 0) as wrong_from,
          coalesce(max(s.last) filter (where g.has_wrong) over of_user, 0) as wrong_to
        from (select gameweek, min(nth) as first, max(nth) as last from streak_matches group by gameweek) s
        cross join lateral (
          select t.user_id, t.settled, t.correct < t.settled as has_wrong from read.gameweek_rows t
          where t.season = ${season} and t.gameweek = s.gameweek and t.user_id = ${players} and t.settled > 0 offset 0
        ) g
        window of_user as (partition by g.user_id)
      ), streak_picks as (
        select p.user_id, array_agg(m.nth) filter (where p.verdict <> 'wrong') as hits, max(m.nth) filter (where p.verdict = 'wrong') as missed
        from (
          select gameweek, wrong_from, array_agg(user_id) as users from streak_weeks
          where first <= wrong_to and last >= wrong_from group by gameweek, wrong_from
        ) w
        join streak_matches m on m.gameweek = w.gameweek and m.nth >= w.wrong_from
        cross join lateral (
          select t.user_id, t.verdict from read.predictions t where t.fixture_id = m.id and t.user_id = any(w.users) offset 0
        ) p group by p.user_id
      ), streaks as (
        select user_id, sum(hits)::int as streak
        from (
          select user_id, settled as hits from streak_weeks where first > wrong_to
          union all
          select user_id, (select count(*) from unnest(hits) as hit where hit > missed) from streak_picks
        ) s group by user_id
      )`
