import { PAGE } from '../../../../src/contracts/pages.ts'
import type { Prediction } from '../../../../src/contracts/predictions.ts'
import { httpAll } from '../../api/http.ts'
import { read } from '../../api/reads.ts'

export const reads = {
  /** The reader's own. */
  mine: read('/api/predictions', { topics: ['predictions', 'fixtures', 'clock'] }),
}

/** All of them, to the end of the list. */
export const allPredictions = () => httpAll<Prediction>(reads.mine.key, PAGE.predictions, ({ fixtureId }) => fixtureId)
