import { read } from '../../api/reads.ts'

export const reads = {
  shouts: read('/api/shouts', { topics: ['shouts'] }),
}
