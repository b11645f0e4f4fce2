import type { ReminderSettings } from '../../../../src/areas/reminders/contract.ts'
import { UK_ZONE } from '../../../../src/contracts/time-zones.ts'

export const zoneOf = ({ timeZone }: Pick<ReminderSettings, 'timeZone'>): string => timeZone ?? UK_ZONE

/** `a, b and c` */
export const listed = (words: readonly string[]): string =>
  new Intl.ListFormat('en-GB', { type: 'conjunction' }).format(words)
