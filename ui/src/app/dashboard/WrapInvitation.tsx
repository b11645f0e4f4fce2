import { Gift } from 'lucide-react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { counted } from '../../lib/numbers.ts'
import { store } from '../../lib/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Small, Spread } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Reserved } from './Reserved.tsx'
import { type WrapOffer, wrapKey } from './wrap.ts'

const Box = styled(PanelBox)`
  padding: var(--s3) var(--s4);

  h2 {
    font-size: var(--t4);
  }
`

interface WrapInvitationProps {
  readonly userId: number
  readonly season: string
  readonly offer: WrapOffer
}

/** Invites to the wrap of a half-season or season, until it is opened or put off. */
export function WrapInvitation({ userId, season, offer: { part, gameweeks, picks } }: WrapInvitationProps) {
  const [isAnswered, setAnswered] = useState(false)
  const answer = () => store(wrapKey(userId, season, part), 'answered')
  if (isAnswered) return null
  return (
    <Reserved data-low>
      <Box aria-label="Season wrap">
        <Spread>
          <div>
            <h2>{part === 'half' ? 'Your half-season, card by card' : 'Your season, card by card'}</h2>
            <Small as="p">
              {counted(gameweeks, 'gameweek')} and {counted(picks, 'settled pick')}: your best call, your luckiest
              gameweek and more.
            </Small>
          </div>
          <Row>
            <ButtonLink kind="primary" size="sm" to={`/wrap?part=${part}`} onClick={answer}>
              <Gift aria-hidden />
              Look at it
            </ButtonLink>
            <Button
              kind="plain"
              size="sm"
              onClick={() => {
                answer()
                setAnswered(true)
                // The focused button disappears.
                document.getElementById('main')?.focus({ preventScroll: true })
              }}
            >
              Not now
            </Button>
          </Row>
        </Spread>
      </Box>
    </Reserved>
  )
}
