import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROCESS_ADMIN } from '../support/process-app.ts'
import type { Attack } from './attack.ts'

export const startOutput: Attack = {
  name: 'start output',
  does: 'reads what the game has printed since its start',
  async run(game) {
    const connection = JSON.parse(readFileSync(path.join(game.dataDir, 'postgres/connection.json'), 'utf8'))
    const key = readFileSync(path.join(game.dataDir, 'master.key'), 'utf8').trim()
    const secrets = { 'the password of the database': connection.password, 'the master key': key }
    const printed = Object.entries({ ...secrets, 'a given password': PROCESS_ADMIN.password })
      .filter(([, secret]) => game.output().includes(secret))
      .map(([name]) => name)
    return [
      {
        holds: 'no password and no key is printed',
        seen: printed.length === 0 ? 'none is' : `${printed.join(', ')} is`,
        ok: printed.length === 0 && typeof connection.password === 'string',
      },
    ]
  },
}
