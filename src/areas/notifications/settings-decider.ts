import type { Decider } from '../../kernel/decider.ts'
import { MutableKind } from './contract.ts'
import type { NotificationSettingsEvent } from './events.ts'

/** The complete list of muted kinds. */
interface MuteCommand {
  readonly userId: number
  readonly kinds: readonly MutableKind[]
}

interface NotificationSettingsState {
  readonly muted: readonly MutableKind[]
}

/** The kinds of notifications that a player has muted. */
export const notificationSettingsDecider: Decider<
  MuteCommand,
  NotificationSettingsEvent,
  NotificationSettingsState,
  never
> = {
  initialState: { muted: [] },
  evolve: (_state, { data }) => ({ muted: data.kinds }),
  decide({ userId, kinds }, { muted }) {
    const wanted = MutableKind.options.filter((kind) => kinds.includes(kind))
    return wanted.join() === muted.join() ? [] : [{ type: 'NotificationsMuted', data: { userId, kinds: wanted } }]
  },
}
