import type { ReceiptFile } from '../../../../src/areas/proofs/contract.ts'
import { http } from '../../api/http.ts'
import { read } from '../../api/reads.ts'

/** Seals of a page of the list. */
export const ROWS = 10

export const reads = {
  key: read('/api/proofs/key', { topics: ['proofs'] }),
  seals: read(
    (search: string, from: number) =>
      `/api/proofs?limit=${ROWS}&offset=${from}${search === '' ? '' : `&search=${encodeURIComponent(search)}`}`,
    { topics: ['proofs'] },
  ),
  ofMatch: read((fixtureId: number) => `/api/proofs?limit=1&fixtureId=${fixtureId}`, { topics: ['proofs'] }),
}

export const receiptPath = (predictionId: number): string => `/api/predictions/${predictionId}/receipt`

export const gameweekReceiptsPath = (season: string, gameweek: number): string =>
  `/api/predictions/gameweek/${gameweek}/receipts?season=${season}`

export const fetchReceipt = (predictionId: number): Promise<ReceiptFile> => http<ReceiptFile>(receiptPath(predictionId))
