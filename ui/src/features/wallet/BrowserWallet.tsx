import { Wallet } from 'lucide-react'
import { useState } from 'react'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { connect } from './connection.ts'
import { labelOfWallet, useWallet } from './state.ts'
import { WalletDetails } from './WalletDetails.tsx'
import { WalletDialog } from './WalletDialog.tsx'

export function BrowserWallet({ user }: { user: CurrentUser }) {
  const { address, isConnecting } = useWallet()
  const [isChoosing, setChoosing] = useState(false)
  if (address !== null) return <WalletDetails user={user} />
  return (
    <Stack>
      <Small>No wallet is connected.</Small>
      <Row>
        <Button kind="primary" busy={isConnecting} onClick={async () => setChoosing(!(await connect()))}>
          <Wallet aria-hidden />
          {labelOfWallet()}
        </Button>
      </Row>
      {isChoosing && <WalletDialog user={user} onClose={() => setChoosing(false)} />}
    </Stack>
  )
}
