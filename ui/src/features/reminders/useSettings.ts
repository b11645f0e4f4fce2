import { useSWRConfig } from 'swr'
import type { ReminderChange, ReminderSettings, Reminders } from '../../../../src/areas/reminders/contract.ts'
import { http } from '../../api/http.ts'
import { useAction } from '../../ui/useAction.ts'
import { reads } from './reads.ts'

/** Changes settings of reminders. */
export function useSettings() {
  const { mutate } = useSWRConfig()
  const { isBusy, run } = useAction()
  return {
    isBusy,
    change: (change: ReminderChange) =>
      run(
        async () => {
          const settings = await http<ReminderSettings>(reads.reminders.key, { method: 'PUT', body: change })
          await mutate<Reminders>(reads.reminders.key, (before) => before && { ...before, settings })
        },
        { failed: 'Not saved', otherwise: 'The server did not answer.' },
      ),
  }
}
