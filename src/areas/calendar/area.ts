import { ContainerModule } from 'inversify'
import { PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import type { Fixture } from '../fixtures/contract.ts'
import { createCalendarAddresses } from './addresses.ts'
import { calendarAppTables } from './app-tables.ts'
import { calendarRoutes } from './routes.ts'

/** Fixtures in the player's own calendar. */
export const calendar: Area = {
  name: 'calendar',
  module: new ContainerModule(({ bind }) => {
    bind(PARTS.Routes).toResolvedValue(
      ({ db }, personal, seasons, fixtures, changed, origin) =>
        calendarRoutes({
          addresses: createCalendarAddresses({
            db,
            keyOf: (userId, renewals) => personal.hmac('calendar', `${userId}/${renewals}`),
          }),
          seasons,
          changed,
          origin,
          fixturesOf: async (season, at) => (await fixtures.fixtures(season, undefined, at)).value as Fixture[],
        }),
      [
        TYPES.Database,
        TYPES.PersonalData,
        FIXTURES.Seasons,
        FIXTURES.FixtureCache,
        TYPES.TopicVersions,
        TYPES.PublicUrl,
      ],
    )
  }),
  appTables: calendarAppTables,
}
