import { type RawBuilder, sql } from 'kysely'

/** Days that count, today's among them. */
export const TRENDING_DAYS = 7

/** What each thing that happened to a share is worth: what takes more of somebody is worth more (docs/rules.md R88). */
export const WORTH = { views: 1, likes: 3, comments: 4, shares: 5 } as const

const DAY_MS = 86_400_000

/** Days (UTC) up to one, newest first, with what a thing of that day weighs: 7 today, 1 six days ago. */
export function trendingDays(today: string): readonly { readonly day: string; readonly weight: number }[] {
  const begun = Date.parse(today)
  return Array.from({ length: TRENDING_DAYS }, (_, age) => ({
    day: new Date(begun - age * DAY_MS).toISOString().slice(0, 10),
    weight: TRENDING_DAYS - age,
  }))
}

/** Shares of which something happened in the days up to one, as `share_id` and `score`. The same day and rows give the same scores. */
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
