import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '../support/projections.ts'
import { type Attack, type Check, counted } from './attack.ts'
import type { Game, Player } from './game.ts'
import { each, range } from './http.ts'

const WISHES = 1_000
const ADDRESSES = 50
/** Mails to one account in half an hour (docs/rules.md R113). */
const MOST_MAILS = 5
/** Mails to one address in six hours (docs/rules.md R225). */
const MOST_TO_BOX = 5
const BOMBERS = 12
const STRANGERS = 100
/** Security answers from strangers per day for one account. */
const MOST_ANSWERS = 3
const GUESSES = 200
/** Attempts of an address in five minutes. */
const MOST_GUESSES = 25

export interface Lying {
  readonly to: string
  readonly subject: string
  readonly token: string | undefined
}

/** The mails in the game's folder. */
export function mailsOf({ dataDir }: Game): Lying[] {
  const folder = path.join(dataDir, 'outbox')
  // The folder is created for the first mail.
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.eml')) : []
  return names.map((name) => {
    const raw = readFileSync(path.join(folder, name), 'utf8')
    const header = (field: string): string => new RegExp(`^${field}: (.*)$`, 'm').exec(raw)?.[1]?.trim() ?? ''
    return {
      to: header('To'),
      subject: header('Subject'),
      token: /token=3D([0-9a-f]{32})/.exec(raw.replaceAll('=\r\n', ''))?.[1],
    }
  })
}

const rowsOf = async (game: Game, table: string): Promise<number> =>
  (await game.database.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n

const mailsTo = (game: Game, to: string, subject: RegExp) =>
  mailsOf(game).filter((mail) => mail.to === to && subject.test(mail.subject))

/** A player with a confirmed address. */
async function confirmed(game: Game, name: string, to: string): Promise<Player> {
  const player = await game.newPlayer(name)
  await player.send('PUT', '/api/profile', { email: to, securityQuestion: 'First ground?', securityAnswer: 'Highbury' })
  await until('the mail to confirm is there', async () => mailsTo(game, to, /Confirm/).length === 1, 30_000)
  await player.send('POST', '/api/profile/email/confirm', { token: mailsTo(game, to, /Confirm/)[0]!.token })
  return player
}

async function forgotten(game: Game): Promise<Check[]> {
  const to = 'flooded@example.org'
  const victim = await confirmed(game, 'flooded_by_mail', to)
  const before = { events: await rowsOf(game, 'log.events'), tries: await rowsOf(game, 'app.recovery_tries') }
  const addresses = range(ADDRESSES).map(() => game.newAddress())
  const answers = await each(range(WISHES), 50, (n) =>
    game.ask(addresses[n % ADDRESSES]!, 'POST', '/api/auth/forgot-password', { username: victim.username }),
  )
  await until('all wishes are granted', async () => (await rowsOf(game, 'app.recovery_wishes')) === 0, 30_000)
  const isSent = async () => (await rowsOf(game, 'app.outbox where sent_at is null')) === 0
  await until('all mails are sent', isSent, 30_000)
  const sent = mailsTo(game, to, /Reset/).length
  const grown = (await rowsOf(game, 'app.recovery_tries')) - before.tries
  const events = (await rowsOf(game, 'log.events')) - before.events
  return [
    {
      holds: `${WISHES.toLocaleString('en')} wishes for one account from ${ADDRESSES} addresses: ${MOST_MAILS} mails at most, a counter an address, no event, the same answer`,
      seen: `${counted(answers.map(({ status }) => status))}; ${sent} mails, ${grown} counters, ${events} events`,
      ok:
        sent >= 1 &&
        sent <= MOST_MAILS &&
        grown <= ADDRESSES + 1 &&
        events === 0 &&
        answers.every(({ status }) => status === 200),
    },
  ]
}

/** Strangers use up an account's recovery options; then its owner recovers it. */
async function besieged(game: Game): Promise<Check[]> {
  const to = 'besieged@example.org'
  const owner = await confirmed(game, 'besieged_owner', to)
  const { username } = owner
  const asStrangers = (path: string, body: object) =>
    each(range(STRANGERS), 10, () => game.ask(game.newAddress(), 'POST', `/api/auth/${path}`, { username, ...body }))
  await asStrangers('forgot-password', { email: 'wrong@example.org' })
  await asStrangers('request-admin-reset', { reason: 'not the owner' })
  const answers = await asStrangers('security-reset-password', { securityAnswer: 'Wembley', newPassword: 'password-9' })
  await asStrangers('self-reset-password', { currentPassword: 'wrong-one', newPassword: 'password-9' })
  const looked = answers.filter(({ status }) => status === 401).length

  const help = await game.ask(game.newAddress(), 'POST', '/api/auth/request-admin-reset', { username, reason: 'lost' })
  const answered = await owner.send('POST', '/api/auth/security-reset-password', {
    ...{ username, securityAnswer: 'Highbury', newPassword: 'password-2' },
  })
  const address = game.newAddress()
  await game.ask(address, 'POST', '/api/auth/forgot-password', { username })
  await until('the link is there', async () => mailsTo(game, to, /Reset/).length > 0, 30_000)
  const { token } = mailsTo(game, to, /Reset/)[0]!
  const reset = await game.ask(address, 'POST', '/api/auth/reset-password', { token, newPassword: 'password-3' })
  const login = await game.ask(address, 'POST', '/api/login', { username, password: 'password-3' })
  return [
    {
      holds: `of ${STRANGERS} answers of strangers to a security question ${MOST_ANSWERS} are looked at`,
      seen: counted(answers.map(({ status }) => status)),
      ok: looked === MOST_ANSWERS,
    },
    {
      holds:
        'the owner still asks for help, answers in the own browser, and signs in with a link by mail from a fresh address',
      seen: counted([
        `${help.status} help`,
        `${answered.status} answer`,
        `${reset.status} link`,
        `${login.status} login`,
      ]),
      ok: [help, answered, reset, login].every(({ status }) => status === 200),
    },
  ]
}

async function guessedTokens(game: Game): Promise<Check> {
  const address = game.newAddress()
  const answers = await each(range(GUESSES), 20, (n) =>
    game.ask(address, 'POST', '/api/auth/reset-password', {
      token: n.toString(16).padStart(32, '0'),
      newPassword: 'guessed-password',
    }),
  )
  const looked = answers.filter(({ status }) => status === 400).length
  return {
    holds: `of tokens that are guessed ${MOST_GUESSES} are looked at in five minutes, the rest 429`,
    seen: counted(answers.map(({ status }) => status)),
    ok: looked <= MOST_GUESSES && answers.every(({ status }) => status === 400 || status === 429),
  }
}

/** Many accounts claim the address of one stranger. */
async function bombedBox(game: Game): Promise<Check> {
  const players = await game.players(BOMBERS)
  const answers = await each(players, 4, (player, n) =>
    player.send('PUT', '/api/profile', { email: `stranger${n % 2 ? `+${n}` : ''}@example.org` }),
  )
  const isSent = async () => (await rowsOf(game, 'app.outbox where sent_at is null')) === 0
  await until('all mails are sent', isSent, 30_000)
  const sent = mailsOf(game).filter(({ to }) => /^stranger(\+\d+)?@/.test(to)).length
  return {
    holds: `${BOMBERS} accounts give a stranger’s address: ${MOST_TO_BOX} mails go there at most`,
    seen: `${counted(answers.map(({ status }) => status))}; ${sent} mails`,
    ok: sent <= MOST_TO_BOX && answers.some(({ status }) => status === 429),
  }
}

export const recoveryFlood: Attack = {
  name: 'recovery flood',
  does: `${WISHES.toLocaleString('en')} wishes for a mail to one victim; ${STRANGERS} strangers at each way back in of another; tokens guessed; a stranger’s box filled`,
  run: async (game) => [
    ...(await forgotten(game)),
    ...(await besieged(game)),
    await guessedTokens(game),
    await bombedBox(game),
  ],
}
