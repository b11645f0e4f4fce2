import { Gift } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import { styled } from 'styled-components'
import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { counted } from '../../lib/numbers.ts'
import { store } from '../../lib/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Small, Spread } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { Reserved } from './Reserved.tsx'
import { type EndedPart, wrapKey } from './wrap.ts'

const Box = styled(PanelBox)`
  padding: var(--s3) var(--s4);

  h2 {
    font-size: var(--t4);
  }
`

interface WrapInvitationProps extends EndedPart {
  readonly userId: number
  readonly season: string
  /** Undefined while they load. */
  readonly predictions: readonly Prediction[] | undefined
}

/** Settled picks that a wrap needs. */
const PICKS = 10

/** Invites to the wrap of a half-season or season, until it is opened or put off. */
export function WrapInvitation({ userId, season, part, gameweeks, predictions }: WrapInvitationProps) {
  const [isAnswered, setAnswered] = useState(false)
  const last = gameweeks.at(-1) ?? 0
  const key = wrapKey(userId, season, part)
  const picks = useMemo(() => predictions && settledPicks(predictions, season, last), [predictions, season, last])
  const answer = () => store(key, 'answered')
  const isFew = picks !== undefined && picks < PICKS
  useEffect(() => {
    // The gameweeks are over, so there will be no more.
    if (isFew) store(key, 'few')
  }, [isFew, key])
  if (isAnswered || isFew) return null
  if (picks === undefined) return <Reserved data-low />
  return (
    <Reserved data-low>
      <Box aria-label="Season wrap">
        <Spread>
          <div>
            <h2>{part === 'half' ? 'Your half-season, card by card' : 'Your season, card by card'}</h2>
            <Small as="p">
              {counted(gameweeks.length, 'gameweek')} and {counted(picks, 'settled pick')}: your best call, your
              luckiest gameweek and more.
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

const settledPicks = (predictions: readonly Prediction[], season: string, last: number): number =>
  predictions.filter(
    ({ fixture, pointsEarned }) =>
      fixture.season === season && fixture.gameweek <= last && fixture.status === 'FINISHED' && pointsEarned !== null,
  ).length
