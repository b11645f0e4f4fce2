import { useState } from 'react'
import { useSWRConfig } from 'swr'
import { unsavedOf } from '../features/predictions/drafts.ts'
import { reads } from '../features/predictions/reads.ts'
import { useLogout } from '../features/session/useLogout.ts'
import { useAction } from '../ui/useAction.ts'
import { useLazyComponent } from '../ui/useLazyComponent.tsx'

const loadDialog = () => import('./LogoutDialog.tsx').then((module) => module.LogoutDialog)

/** Logs out. Asks for confirmation if the user has unsaved picks, which would not count. */
export function useLeaving(userId: number) {
  const { cache } = useSWRConfig()
  const logout = useLogout()
  const { isBusy, run } = useAction()
  const [unsaved, setUnsaved] = useState(0)
  const dialog = useLazyComponent(loadDialog, 'Failed to log out')
  const { Component: Dialog } = dialog
  const signOut = () => run(logout)
  const leave = async () => {
    const found = unsavedOf(userId, cache.get(reads.mine.key)?.data)
    if (found === 0) return void signOut()
    setUnsaved(found)
    await dialog.open()
  }
  return {
    leave,
    busy: isBusy || dialog.busy,
    question: Dialog ? <Dialog unsaved={unsaved} onLogout={signOut} onClose={dialog.close} /> : null,
  }
}
