import { read } from '../../api/reads.ts'

export const reads = {
  reminders: read('/api/reminders', { topics: ['reminders', 'predictions', 'fixtures', 'user'] }),
}
