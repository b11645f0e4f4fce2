import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail } from './mails.ts'

/** Where mails go: to a mail server, or each into a file of a folder. */
export interface MailSettings {
  readonly smtpUrl: string | null
  readonly from: string
  /** Absolute path; used where there is no mail server. */
  readonly folder: string
  readonly publicUrl: string
}

/** A mail on its way. `id` is the same at every try, so that a repeat can be told. */
export interface Outgoing extends Mail {
  readonly id: string
  readonly userId: number
  readonly to: string
}

export interface Transport {
  /** Throws where the mail could not be handed over within 12 s. */
  send(mail: Outgoing): Promise<void>
  /** Takes away what lies here for a person. */
  forget(userId: number): Promise<void>
}

/** A mail server that is slow or endless holds up nobody for longer. */
const DEADLINE_MS = 12_000
const STEP_MS = 5_000

export function createMailTransport(settings: MailSettings): Transport {
  return settings.smtpUrl === null ? intoFiles(settings) : toServer(settings.smtpUrl, settings)
}

const messageOf = ({ id, to, subject, text, html }: Outgoing, { from, publicUrl }: MailSettings) => ({
  ...{ from, to, subject, text, html },
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  // Programs that answer mails leave it alone.
  headers: { 'Auto-Submitted': 'auto-generated' },
})

function toServer(url: string, settings: MailSettings): Transport {
  return {
    async send(mail) {
      const transport = createTransport({
        url,
        connectionTimeout: STEP_MS,
        greetingTimeout: STEP_MS,
        socketTimeout: STEP_MS,
        dnsTimeout: STEP_MS,
      })
      const { promise: late, reject } = Promise.withResolvers<never>()
      const timer = setTimeout(() => reject(new Error('the mail server takes too long')), DEADLINE_MS)
      try {
        await Promise.race([transport.sendMail(messageOf(mail, settings)), late])
      } finally {
        clearTimeout(timer)
        transport.close()
      }
    },
    forget: async () => undefined,
  }
}

/** The name says whose it is, so that it goes with them, and is the same at every try: a mail that was written is not written twice. */
const fileOf = ({ id, userId }: Pick<Outgoing, 'id' | 'userId'>): string => `${userId}-${id}.eml`

function intoFiles(settings: MailSettings): Transport {
  const { folder } = settings
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, settings))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, fileOf(mail))
      // There as a whole or not at all, and for nobody else of this machine.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    async forget(userId) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) if (name.startsWith(`${userId}-`)) await rm(path.join(folder, name), { force: true })
    },
  }
}
