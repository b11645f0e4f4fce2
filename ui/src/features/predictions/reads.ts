import type { Prediction } from '../../../../src/areas/predictions/contract.ts'
import { PAGE } from '../../../../src/contracts/pages.ts'
import { httpAll } from '../../api/http.ts'
import { read } from '../../api/reads.ts'

export const reads = {
  mine: read('/api/predictions', { topics: ['predictions', 'fixtures', 'clock'] }),
}

export const allPredictions = () => httpAll<Prediction>(reads.mine.key, PAGE.predictions, ({ fixtureId }) => fixtureId)
