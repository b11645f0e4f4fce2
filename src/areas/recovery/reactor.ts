import type { Database } from '../../database/database.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { CommandHandler } from '../../kernel/command-handler.ts'
import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Reactor } from '../../slice/reactor.ts'
import { accountEvents } from '../accounts/events.ts'
import { passkeyEvents } from '../passkeys/events.ts'
import { recoveryEvents, recoveryStream } from './events.ts'
import type { Outbox } from './outbox.ts'
import { recoveryDecider } from './recovery-decider.ts'

const handled = {
  ...only(recoveryEvents, 'EmailChanged'),
  ...only(accountEvents, 'UserPasswordChanged', 'UserDeleted'),
  ...only(passkeyEvents, 'PasskeyAdded'),
}

/** Older events cause no mail, because a reset reactor reads the log from its first event. */
const OLDEST_MS = 86_400_000

interface RecoveryReactorDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly handler: CommandHandler
  readonly outbox: Outbox
  readonly clock: Clock
}

/** Stores mails for changed addresses and passwords and for new passkeys, closes requests after a password change, and deletes mails of deleted users. */
export function createRecoveryReactor({
  database,
  handler,
  outbox,
  clock,
}: RecoveryReactorDependencies): Reactor<null, EventsOf<typeof handled>> {
  return {
    name: 'mails',
    events: typesOf(handled),
    initialState: null,
    async react(_state, { id, type, data, metadata: { at }, recordedAt }, context) {
      const { userId } = data
      if (type === 'UserDeleted') {
        await outbox.forget(userId)
        return null
      }
      // The mail has the event's id, so a repeated event stores it only once.
      const mail = { id, userId, at }
      const isOld = Date.parse(recordedAt) < clock.now() - OLDEST_MS
      if (type === 'UserPasswordChanged') {
        await handler.handle(
          recoveryDecider,
          recoveryStream(userId),
          { type: 'close-request', userId, how: 'reset' },
          context,
        )
        if (!isOld) await outbox.write(database.pool, { ...mail, kind: 'changed' })
      } else if (type === 'PasskeyAdded') {
        if (!isOld) await outbox.write(database.pool, { ...mail, kind: 'passkey' })
      } else if (data.email != null && !isOld)
        await outbox.write(database.pool, { ...mail, kind: 'confirm', version: data.version })
      return null
    },
  }
}
