import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect } from 'vitest'
import { readMail } from '../support/recovery.ts'

/** A data folder for the game of a test file, deleted after its tests, and the mails in it. */
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
    /** The mail with this subject to an address, once it is in the outbox. */
    async mailTo(address: string, subject: RegExp) {
      const found = () => read().find((mail) => mail.to === address && subject.test(mail.subject))
      await expect.poll(() => found() !== undefined).toBe(true)
      return found()!
    },
  }
}
