import { styled } from 'styled-components'
import { BrowserWallet } from '../../features/wallet/BrowserWallet.tsx'
import { SavedWallet } from '../../features/wallet/SavedWallet.tsx'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Intro, Page } from '../../ui/Page.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'

const Columns = styled(Page)`
  @container page (min-width: 64rem) {
    grid-template-columns: repeat(2, minmax(0, 1fr));

    & > header {
      grid-column: 1 / -1;
    }
  }
`

const Facts = styled.dl`
  display: grid;
  gap: var(--s3);

  dt {
    font-weight: 600;
  }
  dd {
    color: var(--muted);
    text-wrap: pretty;
  }
`

const STEPS = [
  ['Connect', 'Your browser’s wallet asks you which account PLP may see. PLP then shows its address and its balance.'],
  [
    'Verify',
    'PLP writes a message that names this site, works once and expires after ten minutes. You sign it in your wallet.',
  ],
  ['Disconnect', 'This browser forgets the wallet. Your account keeps the address until you remove it.'],
] as const

const LIMITS = [
  [
    'No money',
    'Points are won by predictions alone. PLP never asks for a payment, and no signature here can move anything.',
  ],
  ['No sign-in', 'You can’t sign in with a wallet. You still need your password.'],
  ['Private', 'Other players can’t see your address or your balance. Delete your account and the address goes, too.'],
] as const

export function Web3DemoPage({ user, title }: PageProps) {
  usePageTitle(title)
  return (
    <Columns>
      <header>
        <h1>Web3 demo</h1>
        <Intro>Connect a browser wallet and prove it’s yours.</Intro>
      </header>
      <Panel title="In this browser">
        <PanelBody>
          <BrowserWallet user={user} />
        </PanelBody>
      </Panel>
      <Panel title="In your account">
        <PanelBody>
          <SavedWallet user={user} />
        </PanelBody>
      </Panel>
      <About title="How it works" facts={STEPS} />
      <About title="What it is not" facts={LIMITS} />
    </Columns>
  )
}

function About({ title, facts }: { title: string; facts: readonly (readonly [name: string, text: string])[] }) {
  return (
    <Panel title={title}>
      <PanelBody>
        <Facts>
          {facts.map(([name, text]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </Facts>
      </PanelBody>
    </Panel>
  )
}
