import { ContainerModule } from 'inversify'
import { profilesGroup } from '../../../projections/profiles/projector.ts'
import { PARTS, TYPES } from '../../identifiers.ts'
import { ACCOUNTS } from '../accounts/area.ts'
import type { Area } from '../area.ts'
import { BOARDS } from '../boards/area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { RECOVERY } from '../recovery/area.ts'
import { profileAppTables } from './app-tables.ts'
import { createAvatars } from './avatars.ts'
import { createProfiles, quotas } from './commands.ts'
import { createDecoder } from './decoder.ts'
import { profileEvents, profileStream } from './events.ts'
import { profileRoutes } from './routes.ts'
import { profileTables } from './tables.ts'
import { createUploads } from './uploads.ts'

const module = new ContainerModule(({ bind }) => {
  bind(PARTS.Routes).toResolvedValue(
    (database, handler, log, recovery, { visitorOf }, { waitFor }, scoreOf, seasons) => {
      const avatars = createAvatars(database)
      return profileRoutes({
        ...{ avatars, recovery, log, visitorOf, waitFor },
        reads: { db: database.db, scoreOf, seasonAt: (at) => seasons.resolve(undefined, at) },
        profiles: createProfiles({ handler, avatars }),
        uploads: createUploads(),
        decoder: createDecoder(),
      })
    },
    [
      ...([TYPES.Database, TYPES.Handler, TYPES.RawLog, RECOVERY.Recovery] as const),
      ...([ACCOUNTS.DeviceCookie, TYPES.Engine, BOARDS.ScoreOf, FIXTURES.Seasons] as const),
    ],
  )
})

/** Profile fields that players enter themselves, and their pictures. */
export const profiles: Area = {
  name: 'profiles',
  events: profileEvents,
  module,
  groups: () => [profilesGroup],
  readModel: profileTables,
  quotas,
  appTables: profileAppTables,
  personalStreams: [{ of: 'people', by: 'id', stream: ({ id }) => profileStream(id) }],
}
