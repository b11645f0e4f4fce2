import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { until } from '../support/projections.ts'
import { type Attack, type Check, counted } from './attack.ts'
import type { Game } from './game.ts'
import { each, range } from './http.ts'

const WISHES = 1_000
const ADDRESSES = 50
/** In half an hour for one account (docs/rules.md R113). */
const MOST_MAILS = 5
/** In six hours to one box (docs/rules.md R225). */
const MOST_TO_BOX = 5
const BOMBERS = 12
const GUESSES = 200
/** Of an address in five minutes. */
const MOST_GUESSES = 25

interface Lying {
  readonly to: string
  readonly subject: string
  readonly token: string | undefined
}

/** The mails that lie in the game's folder. */
function mailsOf({ dataDir }: Game): Lying[] {
  const folder = path.join(dataDir, 'outbox')
  // Made for the first mail.
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

async function forgotten(game: Game): Promise<Check[]> {
  const victim = await game.newPlayer('flooded_by_mail')
  const to = 'flooded@example.org'
  await victim.send('PUT', '/api/profile', { email: to })
  const mails = (subject: RegExp) => mailsOf(game).filter((mail) => mail.to === to && subject.test(mail.subject))
  await until('the mail to confirm is there', async () => mails(/Confirm/).length === 1, 30_000)
  await victim.send('POST', '/api/profile/email/confirm', { token: mails(/Confirm/)[0]!.token })
  const before = { events: await rowsOf(game, 'log.events'), tries: await rowsOf(game, 'app.recovery_tries') }
  const addresses = range(ADDRESSES).map(() => game.newAddress())
  const answers = await each(range(WISHES), 50, (n) =>
    game.ask(addresses[n % ADDRESSES]!, 'POST', '/api/auth/forgot-password', { username: victim.username }),
  )
  await until('all wishes are granted', async () => (await rowsOf(game, 'app.recovery_wishes')) === 0, 30_000)
  const isSent = async () => (await rowsOf(game, 'app.outbox where sent_at is null')) === 0
  await until('all mails are sent', isSent, 30_000)
  const sent = mails(/Reset/).length
  const grown = (await rowsOf(game, 'app.recovery_tries')) - before.tries
  const events = (await rowsOf(game, 'log.events')) - before.events
  return [
    {
      holds: `${WISHES.toLocaleString('en')} wishes for one account from ${ADDRESSES} addresses: ${MOST_MAILS} mails at most, a counter an address, no event`,
      seen: `${counted(answers.map(({ status }) => status))}; ${sent} mails, ${grown} counters, ${events} events`,
      ok: sent >= 1 && sent <= MOST_MAILS && grown <= ADDRESSES + 1 && events === 0,
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

/** Many accounts say that one stranger's address is theirs. */
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
  does: `${WISHES.toLocaleString('en')} wishes for a mail to one victim; tokens guessed; a stranger’s box filled`,
  run: async (game) => [...(await forgotten(game)), await guessedTokens(game), await bombedBox(game)],
}
