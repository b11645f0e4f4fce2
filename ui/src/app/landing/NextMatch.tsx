import { styled } from 'styled-components'
import useSWR from 'swr'
import type { NextMatch as Next } from '../../../../src/areas/fixtures/contract.ts'
import { reads } from '../../features/fixtures/reads.ts'
import { closingText } from '../../features/fixtures/time.ts'
import { counted } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Row, Small } from '../../ui/layout.ts'
import { Bug } from '../sharing/Bug.tsx'

const Backdrop = styled.section`
  display: grid;
  gap: var(--s3);
  padding: var(--s5) var(--s4);
  border-top: 1px solid var(--line);
  grid-template-columns: minmax(0, 40rem);

  h2 {
    font-size: var(--t5);
  }
  @container page (min-width: 64rem) {
    padding-inline: var(--s7);
  }
`

/** The next open match, which a stranger can predict. Renders nothing without one. */
export function NextMatch() {
  const { data } = useSWR<Next>(reads.next.key)
  if (!data?.fixture) return null
  const { fixture, players } = data
  return (
    <Backdrop aria-labelledby="next-match">
      <h2 id="next-match">
        Next: {fixture.homeTeam.shortName} v {fixture.awayTeam.shortName}
      </h2>
      <Row>
        <Small>Closes {closingText(Date.parse(fixture.cutoffTime!), serverNow())}</Small>
        {players > 0 && <Small>{counted(players, 'player')} in</Small>}
      </Row>
      <p>What do you say?</p>
      <Bug fixture={fixture} isFocused={false} />
      <Small as="p">Your pick stays on this device until you have an account.</Small>
    </Backdrop>
  )
}
