import type { Decider } from '../../kernel/decider.ts'
import type { ReminderChange, ReminderSettings } from './contract.ts'
import type { ReminderEvent } from './events.ts'

interface SettingsCommand extends ReminderChange {
  readonly userId: number
}

/** A player’s settings of reminders. Without a change, there is no consent to mails. */
export const reminderSettingsDecider: Decider<SettingsCommand, ReminderEvent, ReminderSettings, never> = {
  initialState: { mail: false, when: 'day', timeZone: null, pushDeclined: false },
  evolve: (_state, { data: { mail, when, timeZone, pushDeclined } }) => ({ mail, when, timeZone, pushDeclined }),
  decide({ userId, mail, when, timeZone, pushDeclined }, state) {
    const wanted: ReminderSettings = {
      mail: mail ?? state.mail,
      when: when ?? state.when,
      timeZone: timeZone ?? state.timeZone,
      pushDeclined: pushDeclined ?? state.pushDeclined,
    }
    const isSame = JSON.stringify(wanted) === JSON.stringify(state)
    return isSame ? [] : [{ type: 'ReminderSettingsChanged', data: { userId, ...wanted } }]
  },
}
