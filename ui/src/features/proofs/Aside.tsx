import { Copy, Info, Save } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import type { SealKey } from '../../../../src/areas/proofs/contract.ts'
import { dateText } from '../../lib/when.ts'
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { copyLink } from '../../ui/copyLink.ts'
import { Row, Small, Stack } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SideNote } from '../../ui/SideNote.ts'
import { Fold } from './Fold.ts'

const Five = styled.ol`
  counter-reset: n;

  li {
    counter-increment: n;
    display: grid;
    grid-template-columns: 2.2rem minmax(0, 1fr);
    gap: var(--s2);
    align-items: start;
    padding: 10px 0;
    border-top: 1px solid var(--line);
  }
  li:first-child {
    border-top: 0;
  }
  li::before {
    content: counter(n);
    font: 600 var(--t5) / 1.35rem var(--board);
    color: var(--muted);
  }
`

/* Folded on a phone only. A window that was narrow at first may still be unfolded. */
const Explained = styled(Fold)`
  @container page (min-width: 37.5rem) {
    &[open] summary {
      display: none;
    }
  }
`

const Command = styled.code`
  display: block;
  padding: var(--s3);
  background: var(--header);
  color: var(--on-header);
  font: 500 var(--t1) / 1.6 ui-monospace, monospace;
  overflow-wrap: anywhere;
`

const KeyText = styled.p`
  font: 500 var(--t1) / 1.5 ui-monospace, monospace;
  overflow-wrap: anywhere;
`

export function WhatItProves() {
  const [isWide] = useState(() => matchMedia('(min-width: 37.5rem)').matches)
  return (
    <Panel title="What this proves">
      <PanelBody>
        <Explained open={isWide}>
          <summary>In five sentences</summary>
          <Five>
            <li>Until a match closes, only you can read your pick.</li>
            <li>When it closes, all picks go into one list, and the list gets a fingerprint.</li>
            <li>We publish that fingerprint a minute later, before kickoff, for everyone to keep.</li>
            <li>Your receipt shows that your pick is in the list just as you saved it.</li>
            <li>If anyone changed one pick later, the fingerprint would no longer fit.</li>
          </Five>
          <SideNote>
            <Info aria-hidden />
            <span>
              It does not prove that a result is right. If you delete your account, your secrets go with it: your lines
              stay in old seals, and nobody can read them again.
            </span>
          </SideNote>
        </Explained>
      </PanelBody>
    </Panel>
  )
}

export function OfflineChecker({ verifierKey }: { verifierKey: string }) {
  return (
    <Panel title="Check it without us">
      <PanelBody>
        <Stack>
          <p>One small page. Save it, switch the network off, open it on any computer. It needs nothing from us.</p>
          <ButtonAnchor kind="primary" href="/api/proofs/checker" download="plp-checker.html">
            <Save aria-hidden />
            Save the checker
          </ButtonAnchor>
          <Fold>
            <summary>On the command line</summary>
            <Command>npm run proofs -- check receipt.json --key {verifierKey}</Command>
          </Fold>
        </Stack>
      </PanelBody>
    </Panel>
  )
}

/** The public key, to note down and to compare later. */
export function KeyPanel({ sealKey: { verifierKey, since } }: { sealKey: SealKey }) {
  const [isCopied, setCopied] = useState(false)
  return (
    <Panel title="The game’s key">
      <PanelBody>
        <Stack>
          <Small>Every seal is signed with it. Note it down today, compare it next year.</Small>
          <KeyText>{verifierKey}</KeyText>
          <Row>
            <Button size="sm" onClick={async () => setCopied(await copyLink(verifierKey))}>
              <Copy aria-hidden />
              {isCopied ? 'Copied' : 'Copy'}
            </Button>
            {since !== null && <Small>in use since {dateText(since)}</Small>}
          </Row>
        </Stack>
      </PanelBody>
    </Panel>
  )
}
