import type { Game, Player } from '../game.ts'
import { openGameweek } from '../growth.ts'
import { each, range } from '../http.ts'
import type { Secrets } from './judge.ts'
import type { World } from './values.ts'

const PLAYERS = 24
/** Number of users whom administrators may rename, reset and delete. */
const TARGETS = 24
/** Enough administrators that none reaches the request limit of a user. */
const ADMINISTRATORS = 8

/** The people of a fuzz, and the data that they may and may not find. */
export interface Peopled {
  readonly world: World
  readonly secrets: Secrets
  readonly players: Player[]
  readonly administrators: Player[]
  /** The player whose name and password requests use for signing in. */
  spare: Player
  /** A gameweek that is open for picks, and its matches. */
  readonly gameweek: number
  readonly fixtures: readonly number[]
  /** A match of a later gameweek. */
  readonly lateFixture: number
}

/** Creates leagues, teams, messages, picks and competitions, and one player who shares nothing. */
export async function peopled(game: Game): Promise<Peopled> {
  const players = await each(range(PLAYERS), 8, (n) => game.newPlayer(`fuzzed_${n}`))
  const appointed = await each(range(ADMINISTRATORS), 8, (n) => game.newPlayer(`fuzzing_admin_${n}`))
  const administrators = [...(await game.promote(appointed))]
  const targets = await each(range(TARGETS), 8, (n) => game.newPlayer(`fuzz_target_${n}`))
  const hidden = await game.newPlayer('keeps_to_themself')
  const spare = await game.newPlayer('signs_in_and_out')
  const { gameweek, fixtures } = await openGameweek(hidden)
  const done = async (player: Player, method: string, path: string, body?: unknown) => {
    const answer = await player.send(method, path, body)
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
    return answer.body
  }

  const leagues = await each(players.slice(0, 8), 4, (player, n) =>
    done(player, 'POST', '/api/leagues', { name: `Fuzzed ${n}`, type: n % 2 ? 'private' : 'public' }),
  )
  await each(players.slice(8), 4, (player, n) =>
    done(player, 'POST', '/api/leagues/join-code', { joinCode: leagues[n % leagues.length].joinCode }),
  )
  const teams = await each(leagues, 4, (league, n) =>
    done(players[n]!, 'POST', `/api/leagues/${league.id}/teams`, { name: `Team ${n}` }),
  )
  const messages = await each(leagues, 4, (league, n) =>
    done(players[n]!, 'POST', `/api/leagues/${league.id}/messages`, { content: `Hello ${n}` }),
  )
  const picks = await each(players, 4, async (player) => {
    const predictions = fixtures.slice(0, 4).map((fixtureId) => ({ fixtureId, predictedResult: 'home' }))
    const outcomes = await done(player, 'PUT', `/api/predictions/gameweek/${gameweek}`, { predictions })
    return outcomes.map(({ prediction }: { prediction: { id: number } }) => prediction.id)
  })
  const shares = await each(players, 4, (player, n) =>
    done(player, 'POST', '/api/share-predictions', { predictionIds: picks[n]!.slice(0, 2), title: `Share ${n}` }),
  )
  const comments = await each(players, 4, (player, n) =>
    done(player, 'POST', `/api/shared-predictions/${shares[n].shareUrl}/comments`, { content: `Comment ${n}` }),
  )
  const feedback = await each(players, 4, (player, n) =>
    done(player, 'POST', '/api/feedback', {
      ...{
        category: 'general',
        title: `Feedback ${n}`,
        description: 'It could be more of a game, and less of a table',
      },
    }),
  )

  const own = await done(hidden, 'POST', '/api/leagues', { name: 'Nobody else' })
  const told = 'nobody else reads this'
  await done(hidden, 'POST', `/api/leagues/${own.id}/messages`, { content: told })
  await done(hidden, 'POST', '/api/predictions', { fixtureId: fixtures[0], predictedResult: 'away' })
  const lockedAddress = '192.0.2.77'
  for (let n = 0; n < 5; n++)
    await game.ask(lockedAddress, 'POST', '/api/login', { username: `nobody_at_all_${n}`, password: 'wrong' })

  const competitions = (await done(hidden, 'GET', '/api/competitions')) as { id: number }[]
  const seen = (await done(hidden, 'GET', '/api/fixtures')) as { id: number; homeTeamId: number }[]
  const projections = (await done(game.admin, 'GET', '/api/admin/projections')).projections as { name: string }[]
  const ids = {
    leagues: [...leagues.map(({ id }) => id), own.id],
    competitions: competitions.slice(0, 20).map(({ id }) => id),
    teams: teams.map(({ id }) => id),
    messages: messages.map(({ id }) => id),
    predictions: picks.flat(),
    players: players.map(({ id }) => id),
    shares: shares.map(({ shareUrl }) => shareUrl),
    comments: comments.map(({ id }) => id),
    feedback: feedback.map(({ id }) => id),
    targets: targets.map(({ id }) => id),
    users: [...players, ...administrators, hidden].map(({ id }) => id),
    clubs: [...new Set(seen.map(({ homeTeamId }) => homeTeamId))],
    openFixtures: fixtures,
    fixtures: seen.map(({ id }) => id),
    // Administrators rule on late matches, so that the open gameweek stays open.
    lateFixtures: seen.slice(-60).map(({ id }) => id),
  }
  const people: Peopled = {
    players,
    administrators,
    spare,
    gameweek,
    fixtures,
    lateFixture: ids.lateFixtures[0]!,
    secrets: { fromAll: [own.joinCode, told], fromPlayers: [lockedAddress], hiddenUserId: hidden.id },
    world: {
      texts: [...leagues.map(({ joinCode }) => joinCode), ...projections.map(({ name }) => name), '198.51.100.78'],
      idsOf(name, path, { role, who }) {
        const [, , area, inner] = path.split('/')
        const player = who % players.length
        // Half of the players request their own objects; the founder of a league also founded its team and wrote in it.
        const own = role === 'player' && player % 2 === 0
        const founded = player % leagues.length
        if (name === 'fixtureId') return ids.openFixtures
        if (name === 'predictionIds') return picks[player]!
        if (name === 'shareUrl') return own ? [ids.shares[player]!] : ids.shares
        if (name === 'teamId') return own ? [ids.teams[founded]!] : ids.teams
        if (name === 'id' && own && area === 'predictions') return picks[player]!
        if (name === 'id' && own && area === 'messages') return [ids.messages[founded]!]
        if (name === 'id' && own && area === 'comments') return [ids.comments[player]!]
        if (name === 'id' && own && area === 'leagues') return [ids.leagues[founded]!]
        if (name === 'home' || name === 'away') return path.includes('head-to-head') ? ids.clubs : []
        if (area === 'admin' && inner === 'users' && /^(id|userId)$/.test(name)) return ids.targets
        if (/^(userId|creatorId|captainId)$/.test(name) && role === 'player') return [players[player]!.id]
        if (/^(userId|adminId|creatorId|captainId)$/.test(name)) return ids.users
        if (name === 'gameweek') return [gameweek, 1, 38]
        if (name === 'username') return [people.spare.username]
        if (/^(password|currentPassword)$/.test(name)) return [people.spare.password]
        if (name === 'name' && path.includes('projections')) return projections.map((each) => each.name)
        if (name === 'ip') return [lockedAddress, '198.51.100.78']
        if (name !== 'id') return []
        if (area === 'admin' && inner === 'fixtures') return ids.lateFixtures
        if (area === 'admin' && inner === 'feedback') return ids.feedback
        return (ids as Readonly<Record<string, readonly number[]>>)[area!] ?? []
      },
    },
  }
  return people
}
