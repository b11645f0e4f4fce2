import { useState } from 'react'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { attempt } from '../../ui/useAction.ts'
import { saveWallet } from './api.ts'
import { AddressLine } from './WalletDetails.tsx'

export function SavedWallet({ user: { walletAddress, walletVerified } }: { user: CurrentUser }) {
  const [isConfirming, setConfirming] = useState(false)
  if (walletAddress === null) return <Small>Your account has no wallet. Connect one to add it.</Small>
  const remove = () =>
    attempt(() => saveWallet(null), {
      done: { title: 'Wallet removed', description: 'Your account no longer has a wallet.' },
      failed: 'Failed to remove wallet',
    })
  return (
    <Stack>
      <AddressLine address={walletAddress} isVerified={walletVerified} />
      <Row>
        <Button onClick={() => setConfirming(true)}>Remove from account</Button>
      </Row>
      {isConfirming && (
        <ConfirmDialog
          title="Remove the wallet from your account?"
          action="Remove"
          danger
          onConfirm={remove}
          onClose={() => setConfirming(false)}
        >
          {walletVerified
            ? 'This removes its verification too. You can connect and verify it again.'
            : 'You can connect it again.'}
        </ConfirmDialog>
      )}
    </Stack>
  )
}
