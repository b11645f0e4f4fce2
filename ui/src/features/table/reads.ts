import { read } from '../../api/reads.ts'

export const reads = {
  clubs: read('/api/teams', { topics: ['table'] }),
}
