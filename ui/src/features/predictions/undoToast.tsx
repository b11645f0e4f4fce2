import { Button } from '../../ui/Button.tsx'
import { type ToastMessage, toast } from '../../ui/Toast.tsx'

/** Time in which a change of several picks can be undone, in ms. */
const UNDO_FOR = 10_000

/** Shows a toast about a change of several picks, with a button that undoes it. */
export function undoToast(message: Pick<ToastMessage, 'title' | 'description'>, undo: () => void): void {
  const press = () => {
    toast(null)
    undo()
  }
  toast({
    ...message,
    lifetime: UNDO_FOR,
    action: (
      <Button size="sm" onDark onClick={press}>
        Undo
      </Button>
    ),
  })
}
