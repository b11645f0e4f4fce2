import { counted } from '../../lib/numbers.ts'
import type { ToastMessage } from '../../ui/Toast.tsx'

const SUBMITTED = { title: 'Prediction submitted!', description: 'Your prediction has been saved successfully.' }
const UPDATED = { title: 'Prediction updated!', description: 'Your prediction has been updated successfully.' }

/** `isUpdate`: the only one replaces a saved pick. */
export function savedToast(picks: number, isUpdate: boolean): ToastMessage {
  if (picks === 1) return isUpdate ? UPDATED : SUBMITTED
  return { title: 'Predictions submitted!', description: `Your ${picks} predictions have been saved successfully.` }
}

/** Picks saved without a network. */
export const keptToast = (picks: number): ToastMessage => ({
  variant: 'notice',
  title: 'You are offline',
  description: `${counted(picks, 'pick')} ${picks === 1 ? 'is' : 'are'} kept on this device and sent when you are back online.`,
})
