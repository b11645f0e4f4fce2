import { Share } from 'lucide-react'
import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import type { CurrentUser } from '../../../../src/areas/accounts/contract.ts'
import { store, stored } from '../../lib/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { Row } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { useInstall } from './install.ts'

/** Number of visits with a saved pick before installation is offered. */
const VISITS = 3
const DONE = 'done'

const visitsKey = (userId: number) => `plp.visits.${userId}`

/** Number of visits (tabs) with a saved pick; null: the offer is done with. */
function countVisit(userId: number): number | null {
  const key = visitsKey(userId)
  const before = stored(key)
  if (before === DONE) return null
  const isSame = stored(key, 'sessionStorage') !== null
  const visits = Number(before) + (isSame ? 0 : 1)
  store(key, 'yes', 'sessionStorage')
  store(key, `${visits}`)
  return visits
}

const Icon = styled.img`
  width: 64px;
  height: 64px;
`

/** Offers the home screen once, from the third visit with a saved pick on. */
export function InstallOffer({ user }: { user: CurrentUser }) {
  const { install, add } = useInstall()
  const [visits, setVisits] = useState<number | null>(null)
  const hasPick = user.totalPredictions > 0
  useEffect(() => {
    if (hasPick) setVisits(countVisit(user.id))
  }, [user.id, hasPick])
  if (install === null || visits === null || visits < VISITS) return null
  const close = () => {
    store(visitsKey(user.id), DONE)
    setVisits(null)
  }
  return (
    <Panel title="PLP on your home screen">
      <PanelBody>
        {install === 'prompt' ? (
          <>
            <Row data-nowrap>
              <Icon src="/icon-192.png" alt="" />
              <p>Opens instantly, even offline. Less than 1 MB.</p>
            </Row>
            <Row>
              <Button kind="primary" onClick={() => void add().then(close)}>
                Add it
              </Button>
              <Button kind="plain" onClick={close}>
                Not now
              </Button>
            </Row>
          </>
        ) : (
          <>
            <TwoTaps />
            <Button onClick={close}>OK</Button>
          </>
        )}
      </PanelBody>
    </Panel>
  )
}

const Taps = styled.ol`
  list-style: decimal;
  padding-left: var(--s5);
  margin-bottom: var(--s3);

  svg {
    width: 1.1em;
    height: 1.1em;
    vertical-align: text-bottom;
  }
`

/** Safari on iPhone and iPad adds a page to the home screen from its own menu. */
export function TwoTaps() {
  return (
    <>
      <p>Two taps in Safari:</p>
      <Taps>
        <li>
          Tap Share <Share aria-hidden /> at the bottom.
        </li>
        <li>Choose “Add to Home Screen”.</li>
      </Taps>
    </>
  )
}
