import { type Attack, type Check, counted } from './attack.ts'
import type { Game, Player } from './game.ts'
import { each, range } from './http.ts'

const SIGN_INS = 120
const CHALLENGES = 1_000
const TOGGLES = 300
const MOST_SESSIONS = 50
const MOST_PLACES = 50
/** Limit for profile changes in an hour, at most two events each; likewise for settings. */
const MOST_PROFILE_EVENTS = 120
const MOST_SETTINGS = 60

const rowsOf = async (game: Game, table: string, { id }: Player): Promise<number> =>
  (await game.database.query<{ n: number }>(`select count(*)::int as n from ${table} where user_id = $1`, [id]))
    .rows[0]!.n

async function eventsOf(game: Game, { id }: Player, ...types: string[]): Promise<number> {
  const { rows } = await game.database.query<{ n: number }>(
    `select count(*)::int as n from log.events where type = any($1) and (data->>'userId')::bigint = $2`,
    [types, id],
  )
  return rows[0]!.n
}

async function signIns(game: Game): Promise<Check> {
  const player = await game.newPlayer('many_browsers')
  const answers = await each(range(SIGN_INS), 10, () =>
    game.signIn(player).then(
      () => 200,
      (error: Error) => error.message,
    ),
  )
  const [sessions, places] = [
    await rowsOf(game, 'app.sessions', player),
    await rowsOf(game, 'app.known_places', player),
  ]
  const events = await eventsOf(game, player, 'UserLoggedIn')
  return {
    holds: `${SIGN_INS} sign-ins of one player: ${MOST_SESSIONS} sessions and ${MOST_PLACES} places at most, 60 events an hour`,
    seen: `${counted(answers)}; ${sessions} sessions, ${places} places, ${events} events`,
    ok: sessions <= MOST_SESSIONS && places <= MOST_PLACES && events <= 120 && answers.every((each) => each === 200),
  }
}

async function challenges(game: Game): Promise<Check> {
  const player = await game.newPlayer('many_challenges')
  await player.send('PATCH', '/api/wallet', { walletAddress: '0x52908400098527886e0f7030069857d2e4169ee7' })
  const answers = await each(range(CHALLENGES), 50, () => player.send('POST', '/api/wallet/challenge'))
  const rows = await rowsOf(game, 'app.wallet_challenges', player)
  return {
    holds: `${CHALLENGES.toLocaleString('en')} challenges of a wallet: one stands, none is an event`,
    seen: `${counted(answers.map(({ status }) => status))}; ${rows} stand`,
    ok: rows === 1 && answers.every(({ status }) => status === 200),
  }
}

async function toggled(game: Game): Promise<Check[]> {
  const player = await game.newPlayer('never_content')
  const profile = await each(range(TOGGLES), 10, (n) =>
    player.send('PUT', '/api/profile', { bio: `Number ${n}`, firstName: `N${n}` }),
  )
  const settings = await each(range(TOGGLES), 10, (n) =>
    player.send('PUT', '/api/notifications/settings', { muted: n % 2 ? ['gameweek'] : [] }),
  )
  const [changes, mutes] = [
    await eventsOf(game, player, 'ProfileChanged', 'NameChanged'),
    await eventsOf(game, player, 'NotificationsMuted'),
  ]
  return [
    {
      holds: `a profile changed as fast as it goes: ${MOST_PROFILE_EVENTS} events an hour, then 429`,
      seen: `${counted(profile.map(({ status }) => status))}; ${changes} events`,
      // The hour may end meanwhile.
      ok: changes <= 2 * MOST_PROFILE_EVENTS && profile.some(({ status }) => status === 429),
    },
    {
      holds: 'what one is told of, toggled as fast as it goes: bounded, then 429',
      seen: `${counted(settings.map(({ status }) => status))}; ${mutes} events`,
      ok: mutes <= 2 * MOST_SETTINGS && settings.some(({ status }) => status === 429),
    },
  ]
}

export const ownThings: Attack = {
  name: 'own things',
  does: 'sign-ins, challenges of a wallet, profile and settings of one player, as fast as it goes',
  run: async (game) => [await signIns(game), await challenges(game), ...(await toggled(game))],
}
