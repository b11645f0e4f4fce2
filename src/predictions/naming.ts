import type { NamingOf } from '../kernel/naming.ts'
import type { PredictionEvent } from './events.ts'

/** Whom the events of picks name. */
export const predictionNaming: NamingOf<PredictionEvent> = {
  PredictionSubmitted: { people: ['userId'], own: 'userId' },
  PredictionUpdated: { people: ['userId'], own: 'userId' },
  PredictionVoided: { people: ['userId'], own: 'userId' },
}
