import { type RawBuilder, sql } from 'kysely'

/** Number of days that count, including today. */
export const TRENDING_DAYS = 7

/** Score of each kind of activity. Activity with more effort scores higher (docs/rules.md R88). */
export const WORTH = { views: 1, likes: 3, comments: 4, shares: 5 } as const

const DAY_MS = 86_400_000

/** Returns the days (UTC) up to `today`, newest first, with their weights: 7 today, 1 six days ago. */
export function trendingDays(today: string): readonly { readonly day: string; readonly weight: number }[] {
  const start = Date.parse(today)
  return Array.from({ length: TRENDING_DAYS }, (_, age) => ({
    day: new Date(start - age * DAY_MS).toISOString().slice(0, 10),
    weight: TRENDING_DAYS - age,
  }))
}

/** Select of shares with activity in the days up to `today`, as `share_id` and `score`. Scores depend on the day and the rows only. */
export function trendingScores(today: string): RawBuilder<unknown> {
  const days = trendingDays(today)
  const worth = Object.entries(WORTH).map(([what, each]) => sql`${sql.ref(`d.${what}`)} * ${sql.lit(each)}`)
  const list = sql.join(days.map(({ day, weight }) => sql`(${day}, ${sql.lit(weight)})`))
  return sql`
    select d.share_id, sum(w.weight * (${sql.join(worth, sql` + `)}))::int as score
    from (values ${list}) as w (day, weight) join read.share_days d on d.day = w.day
    group by d.share_id having sum(w.weight * (${sql.join(worth, sql` + `)})) > 0
  `
}
