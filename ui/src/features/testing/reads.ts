import { read } from '../../api/reads.ts'
import { USER_ROWS } from './model.ts'

export const reads = {
  progress: read('/api/test/progress', { topics: ['testing'], fresh: { dedupingInterval: 500 } }),
  users: read((offset: number) => `/api/test/users?limit=${USER_ROWS}&offset=${offset}`, { topics: ['testing'] }),
  gameweek: read((gameweek: number) => `/api/test/fixtures?gameweek=${gameweek}`, { topics: ['testing', 'fixtures'] }),
}
