import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { InstallOffer } from './InstallOffer.tsx'
import { Outbox } from './Outbox.tsx'

export { OfflinePanels } from './OfflinePanels.tsx'

/** Below the fixtures of the home page: picks that wait for a connection, and the offer to install the app. */
export function HomeParts({ user }: { user: CurrentUser }) {
  return (
    <>
      <Outbox userId={user.id} />
      <InstallOffer user={user} />
    </>
  )
}
