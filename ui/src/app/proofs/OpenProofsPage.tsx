import { styled } from 'styled-components'
import { ProofsBody } from '../../features/proofs/ProofsBody.tsx'
import type { Session } from '../../features/session/api.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { room } from '../../ui/layout.ts'
import { SkipLink } from '../../ui/SkipLink.tsx'
import { SlimBar } from '../shared/SlimBar.tsx'

const Main = styled.main`
  ${room}
`

/** The seals for readers without an account. */
export function OpenProofsPage({ session }: { session: Session }) {
  usePageTitle('Sealed picks')
  return (
    <>
      <SkipLink to="main" />
      <SlimBar session={session} />
      <Main id="main" tabIndex={-1}>
        <ProofsBody isSignedIn={false} />
      </Main>
    </>
  )
}
