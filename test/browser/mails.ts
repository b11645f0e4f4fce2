import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { readMail } from '../support/recovery.ts'

/** A folder for the data of a file's game, as long as its tests last, and the mails that lie in it. */
export function mailFolder() {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-mails-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const outbox = path.join(folder, 'outbox')
  const read = () => {
    try {
      const raw = readdirSync(outbox).filter((name) => name.endsWith('.eml'))
      return raw.map((name) => readMail(readFileSync(path.join(outbox, name), 'utf8')))
    } catch {
      return []
    }
  }
  return {
    folder,
    /** The mail with this subject to an address, once it lies in the outbox. */
    async mailTo(address: string, subject: RegExp) {
      const found = () => read().find((mail) => mail.to === address && subject.test(mail.subject))
      await expect.poll(() => found() !== undefined, { timeout: 20_000 }).toBe(true)
      return found()!
    },
  }
}
