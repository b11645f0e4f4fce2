import * as z from 'zod/mini'
import { createCache } from '../../kernel/cache.ts'
import type { TopicVersions } from '../../kernel/topic-versions.ts'
import { HttpProblem } from '../../slice/problem.ts'
import { type RouteDefinition, route, tagged } from '../../slice/route.ts'
import type { Fixture } from '../fixtures/contract.ts'
import type { Seasons } from '../fixtures/seasons.ts'
import type { CalendarAddresses } from './addresses.ts'
import { calendarOf } from './calendar.ts'
import { CalendarAddress, CalendarQuery } from './contract.ts'

/** Cached calendars: one per choice of entries. */
const MOST_CACHED = 30

interface CalendarDependencies {
  readonly addresses: CalendarAddresses
  readonly seasons: Pick<Seasons, 'resolve'>
  readonly changed: Pick<TopicVersions, 'of'>
  readonly origin: string
  /** Fixtures of a season at a time (ISO 8601). */
  fixturesOf(season: string, at: string): Promise<readonly Fixture[]>
}

/** A player's calendar address, and the calendar itself. */
export function calendarRoutes(dependencies: CalendarDependencies): readonly RouteDefinition[] {
  const { addresses, seasons, changed, origin, fixturesOf } = dependencies
  const cache = createCache<string>({ max: MOST_CACHED })
  return tagged('Fixtures', [
    route({
      method: 'get',
      path: '/api/user/calendar',
      access: 'user',
      summary: 'The reader’s calendar address',
      responses: { 200: CalendarAddress },
      handle: async ({ user }) => ({ body: { path: await addresses.path(user.id) } }),
    }),
    route({
      method: 'post',
      path: '/api/user/calendar/renew',
      access: 'user',
      summary: 'Ends the reader’s calendar address and returns a new one',
      responses: { 200: CalendarAddress },
      isSecret: true,
      consumes: [],
      handle: async ({ user }) => ({ body: { path: await addresses.renew(user.id) } }),
    }),
    route({
      method: 'get',
      path: '/calendar/:file',
      access: 'public',
      summary: 'Kick-offs and cutoffs of the current season as iCalendar, for a calendar address',
      params: z.object({ file: z.string() }),
      query: CalendarQuery,
      responses: { 200: null },
      sends: 'text/calendar',
      async handle({ params: { file }, query, context: { at }, res }) {
        if (!(await addresses.isValid(file))) throw new HttpProblem(404, 'Calendar not found')
        const season = await seasons.resolve(undefined, at)
        const text =
          season === null
            ? calendarOf([], { season: '', origin, at })
            : await cache.get(`${season} ${query.club} ${query.only}`, changed.of('fixtures', 'clock'), async () =>
                calendarOf(await fixturesOf(season, at), { season, origin, at, ...query }),
              )
        res.set({
          'Content-Type': 'text/calendar; charset=utf-8',
          'Content-Disposition': 'inline; filename="plp.ics"',
        })
        res.end(text)
        return {}
      },
    }),
  ])
}
