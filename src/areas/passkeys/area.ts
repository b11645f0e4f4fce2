import { ContainerModule } from 'inversify'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { ACCOUNTS } from '../accounts/area.ts'
import type { Area } from '../area.ts'
import { passkeyAppTables } from './app-tables.ts'
import { type Challenges, createChallenges } from './challenges.ts'
import { createPasskeys, quotas } from './commands.ts'
import { passkeyEvents, passkeysStream } from './events.ts'
import { passkeyRoutes } from './routes.ts'

const CHALLENGES = identifier<Challenges>('PasskeyChallenges')

const module = new ContainerModule(({ bind }) => {
  bind(CHALLENGES).toResolvedValue(createChallenges, [TYPES.Database, TYPES.PersonalData])
  bind(PARTS.Routes).toResolvedValue(
    (
      database,
      handler,
      personal,
      challenges,
      accounts,
      sessions,
      deviceCookie,
      answerSignIn,
      { waitFor },
      onlyOrigin,
    ) =>
      passkeyRoutes({
        ...{ accounts, sessions, deviceCookie, answerSignIn, waitFor, onlyOrigin },
        passkeys: createPasskeys({ database, handler, personal, challenges, accounts, sessions }),
      }),
    [
      ...([TYPES.Database, TYPES.Handler, TYPES.PersonalData, CHALLENGES] as const),
      ...([ACCOUNTS.Accounts, ACCOUNTS.Sessions, ACCOUNTS.DeviceCookie, ACCOUNTS.SignInAnswer] as const),
      ...([TYPES.Engine, TYPES.OnlyOrigin] as const),
    ],
  )
  bind(PARTS.Job).toResolvedValue(
    (challenges) => ({ name: 'passkey-challenges', schedule: '13 * * * *', run: (at) => challenges.sweep(at) }),
    [CHALLENGES],
  )
})

/** Passkeys (WebAuthn) beside the password. */
export const passkeys: Area = {
  name: 'passkeys',
  events: passkeyEvents,
  module,
  quotas,
  appTables: passkeyAppTables,
  personalStreams: [{ of: 'app.credentials', by: 'user_id', stream: ({ user_id }) => passkeysStream(user_id) }],
}
