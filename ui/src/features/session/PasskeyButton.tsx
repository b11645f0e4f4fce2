import { KeyRound } from 'lucide-react'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { firstRead } from '../../api/firstRead.ts'
import { passkeyBarrier, passkeyFailure, webauthn } from '../../api/passkeys.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/Toast.tsx'
import { useAction } from '../../ui/useAction.ts'

/** Signs in with a passkey; nothing where there are none. */
export function PasskeyButton({ onDone }: { onDone: (user: CurrentUser) => unknown }) {
  const { isBusy, run } = useAction()
  if (passkeyBarrier() !== null) return null
  const enter = async () => {
    const entered = await run(async () => {
      firstRead.begins()
      return (await webauthn()).signIn(false)
    })
    if (entered.isDone) onDone(entered.answer)
    else toast({ variant: 'destructive', title: 'Login failed', description: passkeyFailure(entered.error) })
  }
  return (
    <Button block busy={isBusy} onClick={() => void enter()}>
      <KeyRound aria-hidden />
      Sign in with a passkey
    </Button>
  )
}
