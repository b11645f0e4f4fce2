import { hash } from 'node:crypto'
import { parseCheckpoint, type Subject, subjectOf } from '../../contracts/receipts.ts'
import type { Decider } from '../../kernel/decider.ts'
import type { SealEvent } from './events.ts'
import { checkpointText, type Signer } from './note.ts'

type SealCommand =
  | { readonly type: 'start'; readonly verifierKey: string; readonly since: string }
  | {
      readonly type: 'seal'
      readonly subject: Subject
      readonly isSimulated: boolean
      readonly size: number
      /** Base64. */
      readonly root: string
      /** ISO 8601. */
      readonly time: string
      readonly signer: Pick<Signer, 'name' | 'note'>
    }

export interface SealState {
  /** null: not started. */
  readonly since: string | null
  readonly count: number
  readonly sealed: ReadonlySet<string>
  /** Hash of the latest seal, and of the latest seal that is not simulated; null: none. */
  readonly latest: string | null
  readonly latestReal: string | null
}

/** Decides about the chain of seals: each subject is sealed once, and each seal names the one before it. */
export const sealDecider: Decider<SealCommand, SealEvent, SealState, never> = {
  initialState: { since: null, count: 0, sealed: new Set(), latest: null, latestReal: null },

  evolve(state, event) {
    if (event.type === 'SealingStarted') return { ...state, since: event.data.since }
    const { checkpoint, number, isSimulated } = event.data
    const latest = hash('sha256', parseCheckpoint(checkpoint)!.body, 'base64')
    return {
      ...state,
      count: number,
      sealed: new Set([...state.sealed, subjectOf(event.data)]),
      latest,
      latestReal: isSimulated ? state.latestReal : latest,
    }
  },

  decide(command, state) {
    if (command.type === 'start') {
      const { verifierKey, since } = command
      return state.since === null ? [{ type: 'SealingStarted', data: { verifierKey, since } }] : []
    }
    const { subject, isSimulated, size, root, time, signer } = command
    const path = subjectOf(subject)
    if (state.since === null || state.sealed.has(path)) return []
    // A purge removes simulated seals, so no other seal may depend on them.
    const previous = isSimulated ? state.latest : state.latestReal
    const checkpoint = signer.note(checkpointText({ origin: `${signer.name}/${path}`, size, root, time, previous }))
    const sealed = { number: state.count + 1, checkpoint, isSimulated }
    if ('fixtureId' in subject) return [{ type: 'FixtureSealed', data: { ...sealed, fixtureId: subject.fixtureId } }]
    return [{ type: 'BoardSealed', data: { ...sealed, season: subject.season, gameweek: subject.gameweek } }]
  },
}
