import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { PushQuestion } from '../../features/reminders/PushQuestion.tsx'
import { InstallOffer } from './InstallOffer.tsx'
import { Outbox } from './Outbox.tsx'

interface HomePartsProps {
  user: CurrentUser
  /** The reader has saved a pick since the page was opened. */
  hasPicked: boolean
}

/** Below the fixtures of the home page: picks that wait for a connection, the question about push, and the offer to install the app. */
export function HomeParts({ user, hasPicked }: HomePartsProps) {
  return (
    <>
      <Outbox userId={user.id} />
      {/* Asked after a pick, never on arrival. */}
      {hasPicked && <PushQuestion />}
      <InstallOffer user={user} />
    </>
  )
}
