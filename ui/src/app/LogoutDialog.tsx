import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'

interface LogoutDialogProps {
  unsaved: number
  onLogout: () => Promise<unknown>
  onClose: () => void
}

export function LogoutDialog({ unsaved, onLogout, onClose }: LogoutDialogProps) {
  const isOne = unsaved === 1
  return (
    <ConfirmDialog title="Log out with unsaved picks?" action="Log out" danger onConfirm={onLogout} onClose={onClose}>
      {isOne ? '1 pick is' : `${unsaved} picks are`} not saved. Logging out removes {isOne ? 'it' : 'them'} from this
      device.
    </ConfirmDialog>
  )
}
