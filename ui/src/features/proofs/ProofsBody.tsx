import { type ReactNode, type Ref, useId } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { SealKey } from '../../../../src/areas/proofs/contract.ts'
import { count } from '../../lib/numbers.ts'
import { Band, BandAbout, BandStat, BandStats } from '../../ui/Band.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Column, Page } from '../../ui/Page.ts'
import { SideLayout } from '../../ui/SideLayout.ts'
import { Loading } from '../../ui/Skeleton.tsx'
import { KeyPanel, OfflineChecker, WhatItProves } from './Aside.tsx'
import { type CheckHandle, CheckPanel } from './CheckPanel.tsx'
import { reads } from './reads.ts'
import { SealList } from './SealList.tsx'

/** As high as the panel that checks, so that nothing below moves. */
const CheckLoading = styled(Loading)`
  min-height: 17.9rem;

  @container page (min-width: 37.5rem) {
    min-height: 15.4rem;
  }
`

interface ProofsBodyProps {
  isSignedIn: boolean
  /** The reader’s receipts. */
  children?: ReactNode
  checker?: Ref<CheckHandle>
}

/** The page of seals, for players and for everyone else. */
export function ProofsBody({ isSignedIn, children, checker }: ProofsBodyProps) {
  const heading = useId()
  const read = useSWR<SealKey>(reads.key.key)
  return (
    <>
      <Band labelledBy={heading}>
        <BandAbout>
          <h1 id={heading}>Sealed picks</h1>
          <p>Nobody can change a pick after it has closed. Not a player, not us. Don’t take our word for it: check.</p>
        </BandAbout>
        <BandStats>
          <BandStat label="Seals" value={read.data ? count(read.data.seals) : '–'} />
          <BandStat label="Picks" after="in them" value={read.data ? count(read.data.picks) : '–'} />
        </BandStats>
      </Band>
      <Page>
        <SideLayout>
          <Column data-wide>
            <Loaded
              read={read}
              failed="The game’s key did not load"
              isAlone
              waiting={<CheckLoading label="Loading the key" />}
            >
              {({ verifierKey }) => <CheckPanel ref={checker} verifierKey={verifierKey} isSignedIn={isSignedIn} />}
            </Loaded>
            {children}
            <SealList isSignedIn={isSignedIn} />
          </Column>
          <Column data-wide>
            <WhatItProves />
            {read.data && (
              <>
                <OfflineChecker verifierKey={read.data.verifierKey} />
                <KeyPanel sealKey={read.data} />
              </>
            )}
          </Column>
        </SideLayout>
      </Page>
    </>
  )
}
