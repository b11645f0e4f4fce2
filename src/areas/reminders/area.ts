import { ContainerModule } from 'inversify'
import { remindersGroup } from '../../../projections/reminders/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import { settingsOf } from '../../kernel/setting.ts'
import { ACCOUNTS } from '../accounts/area.ts'
import type { Area } from '../area.ts'
import { FIXTURES } from '../fixtures/area.ts'
import { NOTIFICATIONS } from '../notifications/area.ts'
import { RECOVERY } from '../recovery/area.ts'
import { mailSettings } from '../recovery/settings.ts'
import { reminderAppTables } from './app-tables.ts'
import { createReminderCommands, quotas, type ReminderCommands } from './commands.ts'
import { createDeliveries, type Deliveries } from './deliveries.ts'
import { createDevices } from './devices.ts'
import { reminderEvents, remindersStream } from './events.ts'
import { reminderNotifications } from './notifications.ts'
import { createPlanner, type Planner } from './planner.ts'
import { createPush, type Push, VAPID_KEY } from './push.ts'
import { reminderRoutes } from './routes.ts'
import { pushSettings } from './settings.ts'
import { reminderTables } from './tables.ts'

const PUSH = identifier<Push>('Push')
const COMMANDS = identifier<ReminderCommands>('ReminderCommands')
export const REMINDERS = {
  Planner: identifier<Planner>('ReminderPlanner'),
  Deliveries: identifier<Deliveries>('ReminderDeliveries'),
} as const

const module = new ContainerModule(({ bind }) => {
  bind(PUSH).toResolvedValue(
    ({ derivedKey }, settings) => {
      const { from } = settingsOf(settings, mailSettings)
      // The address alone, without the name before it.
      const subject = `mailto:${from.split('<').at(-1)!.replace('>', '')}`
      return createPush({ key: derivedKey(VAPID_KEY), subject, services: settingsOf(settings, pushSettings) })
    },
    [TYPES.PersonalData, TYPES.Settings],
  )
  bind(COMMANDS).toResolvedValue(
    (handler, personal, accounts) =>
      createReminderCommands({
        handler,
        personal,
        exists: async (userId) => (await accounts.stateOf(userId)) !== null,
      }),
    [TYPES.Handler, TYPES.PersonalData, ACCOUNTS.Accounts],
  )
  bind(REMINDERS.Deliveries).toResolvedValue(
    (database, log, progress, transport, push, publicUrl, clock, logger, { tokenOf }) =>
      createDeliveries({ database, log, progress, transport, push, publicUrl, clock, logger, tokenOf }),
    [
      ...([TYPES.Database, TYPES.Log, TYPES.Progress, RECOVERY.Transport, PUSH] as const),
      ...([TYPES.PublicUrl, TYPES.Clock, TYPES.Logger, COMMANDS] as const),
    ],
  )
  bind(PARTS.Routes).toResolvedValue(
    (database, commands, push, counts, seasons) =>
      reminderRoutes({
        db: database.db,
        commands,
        devices: createDevices({ database, push }),
        quotas: counts,
        seasonAt: (at) => seasons.resolve(undefined, at),
      }),
    [TYPES.Database, COMMANDS, PUSH, TYPES.Quotas, FIXTURES.Seasons],
  )
  bind(REMINDERS.Planner).toResolvedValue(
    (database, log, progress, inbox, seasons) =>
      createPlanner({ ...{ database, log, progress, inbox }, seasonAt: (at) => seasons.resolve(undefined, at) }),
    [TYPES.Database, TYPES.Log, TYPES.Progress, NOTIFICATIONS.Inbox, FIXTURES.Seasons],
  )
  bind(PARTS.Job).toResolvedValue(
    (planner) => ({ name: 'reminders', schedule: '12 * * * * *', run: (at) => planner.run(at) }),
    [REMINDERS.Planner],
  )
  bind(PARTS.Job).toResolvedValue(
    (planner) => ({ name: 'old reminders', schedule: '41 3 * * *', run: (at) => planner.sweep(at) }),
    [REMINDERS.Planner],
  )
  for (const channel of ['mail', 'push'] as const)
    bind(PARTS.Job).toResolvedValue(
      (deliveries) => ({
        name: `reminders by ${channel}`,
        schedule: channel === 'mail' ? '4-59/10 * * * * *' : '9-59/10 * * * * *',
        run: () => deliveries.send(channel),
      }),
      [REMINDERS.Deliveries],
    )
})

/** Reminders of missing picks, in the inbox, by mail and by Web Push. */
export const reminders: Area = {
  name: 'reminders',
  events: reminderEvents,
  module,
  groups: () => [remindersGroup],
  readModel: reminderTables,
  quotas,
  settings: [pushSettings],
  appTables: reminderAppTables,
  notifications: reminderNotifications,
  personalStreams: [{ of: 'people', by: 'id', stream: ({ id }) => remindersStream(id) }],
}
