import { type ReactNode, useState } from 'react'
import type { Fixture } from '../../../../src/areas/fixtures/contract.ts'
import { JokerSpace } from '../../features/league-rules/JokerSpace.tsx'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { WhenNear } from '../../ui/WhenNear.tsx'

const Jokers = lazyComponent(
  () => import('../../features/league-rules/Jokers.tsx').then((module) => module.Jokers),
  <JokerSpace />,
)

/** The reader’s jokers, loaded after the first view: a bar, and a further line of each row. */
export function useJokers(matches: readonly Fixture[]) {
  const [lineOf, setLines] = useState<((fixture: Fixture) => ReactNode) | null>(null)
  return {
    bar: (
      <WhenNear waiting={<JokerSpace />} ahead={null}>
        <Jokers matches={matches} onRows={setLines} />
      </WhenNear>
    ),
    lineOf,
  }
}
