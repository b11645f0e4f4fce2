import { ContainerModule } from 'inversify'
import { profilesGroup } from '../../projections/profiles/projector.ts'
import { PARTS, TYPES } from '../identifiers.ts'
import { allowances } from '../profiles/allowances.ts'
import { createAvatars } from '../profiles/avatars.ts'
import { profileColumns } from '../profiles/columns.ts'
import { createProfiles } from '../profiles/commands.ts'
import { createDecoder } from '../profiles/decoder.ts'
import { avatarTable } from '../profiles/migrations/120-avatars.ts'
import { profileNaming } from '../profiles/naming.ts'
import { profileRows } from '../profiles/read-model.ts'
import { profileRoutes } from '../profiles/routes.ts'
import { createUploads } from '../profiles/uploads.ts'
import { ACCOUNTS } from './accounts.ts'
import type { Area } from './area.ts'
import { BOARDS } from './boards.ts'
import { FIXTURES } from './fixtures.ts'
import { RECOVERY } from './recovery.ts'

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

/** What people say of themselves, and their pictures. */
export const profiles: Area = {
  name: 'profiles',
  naming: profileNaming,
  module,
  groups: () => [profilesGroup],
  rows: profileRows,
  columns: profileColumns,
  allowances,
  migrations: [avatarTable],
  person: [{ view: 'profiles', by: ['user_id'] }],
  personTables: [{ table: 'app.avatars', shown: ['name', 'picture', 'stored_at'] }],
}
