import { read } from '../../api/reads.ts'

export const reads = {
  featured: read('/api/leagues/featured', { topics: ['leagues', 'leaderboard'] }),
}
