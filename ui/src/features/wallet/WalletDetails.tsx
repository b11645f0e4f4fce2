import { BadgeCheck, Copy, ExternalLink } from 'lucide-react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { messageOf } from '../../api/http.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { toast } from '../../ui/Toast.tsx'
import { attempt, useAction } from '../../ui/useAction.ts'
import { proveWallet, saveWallet } from './api.ts'
import { disconnect, sign, wordsOf } from './connection.ts'
import { explorerOf, isSame } from './model.ts'
import { useWallet } from './state.ts'

const Address = styled.p`
  font: var(--b4);
  overflow-wrap: anywhere;
`

const Balance = styled(Row)`
  align-items: baseline;

  b {
    font: var(--b4);
  }
`

/** Copies an address and confirms it. If the browser forbids copying, shows the address instead. */
const copy = (address: string) =>
  attempt(() => navigator.clipboard.writeText(address), {
    done: { title: 'Address copied', description: 'Wallet address copied to clipboard' },
    failed: 'Failed to copy',
    otherwise: `Copy it yourself: ${address}`,
  })

export function AddressLine({ address, isVerified }: { address: string; isVerified: boolean }) {
  return (
    <Stack>
      <Address translate="no">{address}</Address>
      <Row>
        <Badge tone={isVerified ? 'ok' : 'warn'}>
          {isVerified && <BadgeCheck aria-hidden />}
          {isVerified ? 'Verified' : 'Unverified'}
        </Badge>
      </Row>
    </Stack>
  )
}

export function WalletDetails({ user }: { user: CurrentUser }) {
  const { address, balance } = useWallet()
  const { isBusy, run } = useAction()
  if (address === null) return null
  const isSaved = isSame(user.walletAddress, address)
  const isVerified = isSaved && user.walletVerified

  const verify = async () => {
    const outcome = await run(
      async () => {
        if (!isSaved) await saveWallet(address)
        return proveWallet((message) => sign(message, address))
      },
      { done: { title: 'Wallet verified', description: 'We’ll show it as yours.' } },
    )
    if (outcome.isDone) return
    const description = messageOf(outcome.error, wordsOf(outcome.error) ?? 'Try again later.')
    toast({ variant: 'destructive', title: 'Failed to verify wallet', description })
  }
  return (
    <Stack>
      <AddressLine address={address} isVerified={isVerified} />
      <Balance>
        <Small>Balance</Small>
        <b>{balance ?? 'not known yet'}</b>
      </Balance>
      {!isVerified && (
        <Small>
          Anyone can connect an address. Your signature proves this one is yours. It costs nothing and sends nothing.
        </Small>
      )}
      <Row>
        {!isVerified && (
          <Button kind="primary" busy={isBusy} onClick={verify}>
            Verify ownership
          </Button>
        )}
        <Button onClick={() => void copy(address)}>
          <Copy aria-hidden />
          Copy address
        </Button>
        <ButtonLink to={explorerOf(address)} target="_blank" rel="noopener noreferrer">
          <ExternalLink aria-hidden />
          View on Etherscan
        </ButtonLink>
        <Button onClick={disconnect}>Disconnect</Button>
      </Row>
    </Stack>
  )
}
