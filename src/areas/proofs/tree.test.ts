import { expect, test } from 'vitest'
import { bytesOf } from '../../../test/support/seals.ts'
import { indexOf } from './tree.ts'

test('an entry is found among sorted ones; another one is not, wherever it would be', () => {
  for (let size = 0; size <= 9; size++) {
    const sorted = Array.from({ length: 2 * size + 1 }, (_, index) => bytesOf(index)).sort(Buffer.compare)
    // Every second entry: the others are smaller than all, between two, or larger than all.
    const entries = Buffer.concat(sorted.filter((_, index) => index % 2 === 1))
    for (const [index, entry] of sorted.entries())
      expect([size, indexOf(entries, entry)]).toEqual([size, index % 2 === 1 ? (index - 1) / 2 : -1])
  }
})
