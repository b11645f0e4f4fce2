import { eventLogContract } from '../../../test/support/event-log-contract.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { createMemoryStore } from './memory-log.ts'

eventLogContract('memory', async () => {
  const stores = new Map<string, ReturnType<typeof createMemoryStore>>()
  return {
    open(prefix): EventLog {
      const store = stores.get(prefix) ?? createMemoryStore()
      stores.set(prefix, store)
      return store.open()
    },
    async close() {},
  }
})
