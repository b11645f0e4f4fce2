import { httpBench, type Material } from './http.ts'

/** The same read by one player after another: no response comes from a per-player cache. */
const reading =
  (path: string) =>
  ({ reader }: Material) =>
  () => ({ path, cookie: reader() })

/** The first 50 of the leaderboard with the reader's own row. */
export const board = httpBench('board', 'GET /api/leaderboard?limit=50', 3, reading('/api/leaderboard?limit=50'))

/** All fixtures of a season. */
export const fixtures = httpBench('fixtures', 'GET /api/fixtures', 10, reading('/api/fixtures'))
