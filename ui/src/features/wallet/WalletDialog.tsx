import { Wallet } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Stack } from '../../ui/layout.ts'
import { connectTo } from './connection.ts'
import { wallets } from './providers.ts'
import { useWallet } from './state.ts'
import { WalletDetails } from './WalletDetails.tsx'

const Icon = styled.img`
  width: 24px;
  height: 24px;
`

const Choices = styled(Stack)`
  button {
    justify-content: flex-start;
  }
`

export function WalletDialog({ user, onClose }: { user: CurrentUser; onClose: () => void }) {
  const { address, isConnecting } = useWallet()
  useDisconnected(address === null, onClose)
  if (address !== null)
    return (
      <Dialog onClose={onClose} title="Your wallet">
        <WalletDetails user={user} />
      </Dialog>
    )
  return (
    <Dialog onClose={onClose} title="Choose a wallet" description="Your browser has several.">
      <Choices>
        {wallets().map((wallet) => (
          <Button
            key={wallet.id}
            block
            busy={isConnecting}
            onClick={async () => {
              if (await connectTo(wallet)) onClose()
            }}
          >
            {wallet.icon ? <Icon src={wallet.icon} alt="" /> : <Wallet aria-hidden />}
            {wallet.name}
          </Button>
        ))}
      </Choices>
    </Dialog>
  )
}

function useDisconnected(isNone: boolean, onDisconnected: () => void): void {
  const disconnected = useEffectEvent(onDisconnected)
  const wasNone = useRef(isNone)
  useEffect(() => {
    if (isNone && !wasNone.current) disconnected()
    wasNone.current = isNone
  }, [isNone])
}
