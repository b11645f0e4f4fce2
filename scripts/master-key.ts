// NEW_MASTER_KEY=… npm run master-key: rewraps every key of the store with a new master key
import { existsSync } from 'node:fs'
import path from 'node:path'
import { hasNodes } from '../projections/engine/session.ts'
import { rewrap } from '../src/event-log/key-store.ts'
import { readSettings } from '../src/settings.ts'
import { masterKeyOf, storeNewKey, takeNewKey } from '../src/stores.ts'
import { createCommand, Refused, runHere } from './support/shell.ts'

const usage = `NEW_MASTER_KEY=… npm run master-key    rewraps every key of the store with the new master key (openssl rand -base64 32)

MASTER_KEY, or DATA_DIR/master.key, is the current key. Stop all nodes first, and start them with the new key afterwards.`

export const main = createCommand({
  usage,
  async work({ terminal, settings: read, open, print }, { positionals: [argument] }) {
    if (argument !== undefined) throw new Refused(`npm run master-key takes no arguments; ${argument} is one`)
    const settings = read()
    const wanted = readSettings({ MASTER_KEY: terminal.env.NEW_MASTER_KEY })
    const newKey = wanted.ok ? wanted.settings.masterKey : null
    if (newKey === null) throw new Refused('NEW_MASTER_KEY takes 32 bytes in base64 (openssl rand -base64 32)')
    const { database } = await open(settings)
    // Its registrations would fail until its restart.
    if (await hasNodes(database.pool)) throw new Refused('A node uses this store: stop all nodes first')
    const file = path.join(settings.dataDir, 'master.key')
    const isInFile = settings.masterKey === null && existsSync(file)
    // The new key is on disk before it is used. If this process is killed after the commit, the next start completes it.
    const count = await rewrap(database, masterKeyOf(settings), newKey, () => {
      if (isInFile) storeNewKey(settings.dataDir, newKey)
    })
    if (isInFile) takeNewKey(settings.dataDir)
    print(
      `${count} keys wrapped with the new master key${isInFile ? `, which is in ${file}` : ': start every node with it as MASTER_KEY'}`,
    )
    return 0
  },
})

if (import.meta.main) await runHere(main)
