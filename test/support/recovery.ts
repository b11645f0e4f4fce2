import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import net, { type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { playGroup } from '../../projections/play/projector.ts'
import { profilesGroup } from '../../projections/profiles/projector.ts'
import { recoveryGroup } from '../../projections/recovery/projector.ts'
import { createFirstAdministrator } from '../../src/areas/accounts/first-administrator.ts'
import { createAvatars } from '../../src/areas/profiles/avatars.ts'
import { createProfiles } from '../../src/areas/profiles/commands.ts'
import { createDecoder } from '../../src/areas/profiles/decoder.ts'
import { profileRoutes } from '../../src/areas/profiles/routes.ts'
import { createUploads } from '../../src/areas/profiles/uploads.ts'
import { createRecoveryReactor } from '../../src/areas/recovery/reactor.ts'
import { recoveryRoutes } from '../../src/areas/recovery/routes.ts'
import { createRecoveryServices, type RecoveryServices } from '../../src/areas/recovery/services.ts'
import { noScore, startAccounts } from './accounts.ts'
import { listLogger, until } from './projections.ts'

export const PUBLIC_URL = 'https://plp.example'

/** Accounts with account recovery; mails are written to a folder, `chief` is administrator. */
export async function startRecovery() {
  const folder = mkdtempSync(path.join(tmpdir(), 'plp-outbox-'))
  const mail = { smtpUrl: null, from: 'PLP <no-reply@plp.example>', folder, publicUrl: PUBLIC_URL }
  const logger = listLogger()
  let services!: RecoveryServices
  const game = await startAccounts((ground) => {
    const { database, handler, clock, deviceCookie } = ground
    services = createRecoveryServices({ ...ground, mail, logger })
    const { outbox, recovery } = services
    const avatars = createAvatars(database)
    return {
      groups: [recoveryGroup, profilesGroup, playGroup],
      reactors: [createRecoveryReactor({ database, handler, outbox, clock })],
      routes(waitFor) {
        const common = { recovery, visitorOf: deviceCookie.visitorOf, waitFor }
        return [
          ...recoveryRoutes({ ...common, db: database.db }),
          ...profileRoutes({
            ...{ ...common, avatars, log: ground.log },
            reads: { db: database.db, scoreOf: noScore, seasonAt: async () => null },
            profiles: createProfiles({ handler, avatars }),
            uploads: createUploads(),
            decoder: createDecoder(),
          }),
        ]
      },
    }
  })
  await createFirstAdministrator(game, { username: 'chief', password: 'secret-1' })
  const admin = game.client()
  await admin.login('chief')

  /** Does the work of the jobs: grants requests, then sends due mails. */
  async function work(): Promise<void> {
    await game.caughtUp()
    await services.recoveryRequests.grant()
    await game.caughtUp()
    await services.outbox.send(game.context().at)
  }

  /** All written mails, in no particular order. */
  const mails = () => readdirSync(folder).map((name) => readMail(readFileSync(path.join(folder, name), 'utf8')))

  return {
    ...game,
    ...services,
    admin,
    folder,
    mail,
    logger,
    work,
    mails,
    mailsTo: (address: string) => mails().filter(({ to }) => to === address),
    /** A player, signed in, with a confirmed address and a security question. */
    async player(username: string, { email = `${username}@example.org`, answer = 'Highbury in the rain' } = {}) {
      const client = game.client()
      const { body } = await client.register(username)
      await client.put('/api/profile', { email, securityQuestion: 'First ground?', securityAnswer: answer })
      const confirmation = () => mails().find(({ to, subject }) => to === email && /Confirm/.test(subject))
      // On a busy machine the reactor may still be retrying after a test that took the log away.
      await until(`${username} has the mail`, async () => {
        await work()
        return confirmation() !== undefined
      })
      const { status } = await client.post('/api/profile/email/confirm', { token: confirmation()?.token })
      if (status >= 300) throw new Error(`${username} could not confirm the address: ${status}`)
      return { client, id: body.id as number, username, email, answer }
    },
    async stop() {
      await game.stop()
      rmSync(folder, { recursive: true })
    },
  }
}

/** Parses a mail from a folder or a server: decodes quoted-printable and unfolds lines. */
export function readMail(raw: string) {
  const [head = '', ...parts] = raw.split('\r\n\r\n')
  const header = (name: string) =>
    new RegExp(`^${name}: (.*(?:\\r\\n[ \\t].*)*)`, 'im').exec(head)?.[1]?.replace(/\r\n[ \t]/g, ' ') ?? ''
  const body = parts
    .join('\r\n\r\n')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
  return {
    raw,
    to: header('To'),
    from: header('From'),
    subject: header('Subject'),
    id: header('Message-ID'),
    body,
    token: /token=([0-9a-f]{32})/.exec(body)?.[1] ?? null,
  }
}

/** A mail server on this machine; `mode` sets its behaviour. */
export async function startMailServer() {
  const received: ReturnType<typeof readMail>[] = []
  const server = {
    mode: 'takes' as 'takes' | 'refuses' | 'is silent',
    /** Addresses that it refuses in every mode. */
    unknown: new Set<string>(),
    /** Runs between the last line of a mail and its acceptance. */
    taking: async (_mail: ReturnType<typeof readMail>): Promise<void> => undefined,
    received,
    url: '',
    stop: () => new Promise<void>((resolve) => listening.close(() => resolve())),
  }
  const listening = net.createServer((socket) => {
    let data: string | null = null
    const say = (line: string) => socket.write(`${line}\r\n`)
    socket.on('error', () => undefined)
    if (server.mode === 'is silent') return
    say('220 here')
    let rest = ''
    socket.on('data', (chunk) => {
      rest += chunk.toString()
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (data !== null && line !== '.') data += `${line}\r\n`
        else if (data !== null) {
          const mail = readMail(data)
          data = null
          void server.taking(mail).then(() => {
            received.push(mail)
            say('250 taken')
          })
        } else if (/^DATA/i.test(line)) {
          data = ''
          say('354 go on')
        } else if (/^RCPT/i.test(line) && server.mode === 'refuses') say('451 not now')
        else if (/^RCPT/i.test(line) && server.unknown.has(/<(.*?)>/.exec(line)?.[1] ?? '')) say('550 no such user')
        else say(/^QUIT/i.test(line) ? '221 bye' : '250 ok')
      }
    })
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  server.url = `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return server
}
