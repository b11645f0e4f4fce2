import { byGame, type EventsOf, event, purgeable } from '../../kernel/declared-events.ts'

/** Stream of all seals, in the order of their chain. */
export const SEALS_STREAM = 'seals'

/**
 * Events of stream `seals`. `number` counts seals from 1. `checkpoint`: signed note with the tree's size and root (docs/proofs.md).
 * A purge hides seals of simulated matches.
 */
export const sealEvents = purgeable(['SealingStarted'], {
  /** `verifierKey`: public key of the store. Matches and boards that closed before `since` are not sealed. */
  SealingStarted: event<{ verifierKey: string; since: string }>({ test: byGame }),
  FixtureSealed: event<{ number: number; fixtureId: number; checkpoint: string; isSimulated: boolean }>({
    test: byGame,
  }),
  BoardSealed: event<{ number: number; season: string; gameweek: number; checkpoint: string; isSimulated: boolean }>({
    test: byGame,
  }),
})
export type SealEvent = EventsOf<typeof sealEvents>
