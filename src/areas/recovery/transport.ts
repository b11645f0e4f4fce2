import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createTransport } from 'nodemailer'
import type { Mail } from './mails.ts'

/** Mails are sent to a mail server, or written to a folder as one file each. */
export interface MailSettings {
  /** null: mails are written to `folder`. */
  readonly smtpUrl: string | null
  readonly from: string
  /** Absolute path; used without a mail server. */
  readonly folder: string
  readonly publicUrl: string
}

/** A complete mail. `id` is the same for every attempt, so that duplicates can be detected. */
interface Outgoing extends Mail {
  readonly id: string
  readonly userId: number
  readonly to: string
  /** More headers, by name. */
  readonly headers?: Readonly<Record<string, string>>
}

export interface Transport {
  /** Throws if the mail could not be delivered within 12 s. */
  send(mail: Outgoing): Promise<void>
  /** Deletes the mail files of a person. */
  forget(userId: number): Promise<void>
}

/** Maximum duration of a delivery, and of each of its network steps. */
const DEADLINE_MS = 12_000
const STEP_MS = 5_000

export function createMailTransport(settings: MailSettings, onFailure: () => void = () => undefined): Transport {
  const transport = settings.smtpUrl === null ? toFolder(settings) : toServer(settings.smtpUrl, settings)
  return {
    ...transport,
    send: (mail) =>
      transport.send(mail).catch((error) => {
        onFailure()
        throw error
      }),
  }
}

const messageOf = ({ id, to, subject, text, html, headers }: Outgoing, { from, publicUrl }: MailSettings) => ({
  ...{ from, to, subject, text, html },
  messageId: `<${id}@${new URL(publicUrl).hostname}>`,
  // Prevents automatic replies.
  headers: { 'Auto-Submitted': 'auto-generated', ...headers },
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
      const timer = setTimeout(
        () => reject(new Error(`the mail server did not respond within ${DEADLINE_MS} ms`)),
        DEADLINE_MS,
      )
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

/** File name of a mail. It contains the user id, for deletion, and is the same for every attempt, so that no mail is written twice. */
const fileOf = ({ id, userId }: Pick<Outgoing, 'id' | 'userId'>): string => `${userId}-${id}.eml`

function toFolder(settings: MailSettings): Transport {
  const { folder } = settings
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' })
  return {
    async send(mail) {
      const { message } = await composer.sendMail(messageOf(mail, settings))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      const file = path.join(folder, fileOf(mail))
      // Written atomically, and readable by this user only.
      await writeFile(`${file}.part`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.part`, file)
    },
    async forget(userId) {
      const names = await readdir(folder).catch(() => [])
      for (const name of names) if (name.startsWith(`${userId}-`)) await rm(path.join(folder, name), { force: true })
    },
  }
}
