import * as z from 'zod/mini'
import { Gameweek, Id, IsoTime, Person, Season } from '../../contracts/common.ts'
import { type LeagueScoring, MOST_LEAGUE_POINTS, orderError } from '../../contracts/league-scoring.ts'

const BETWEEN = `Points are whole numbers from 0 to ${MOST_LEAGUE_POINTS}`
const points = z.int(BETWEEN).check(z.minimum(0, BETWEEN), z.maximum(MOST_LEAGUE_POINTS, BETWEEN))

const ruleset = {
  /** Points of a correct result. */
  result: points,
  /** Points of the right goal difference; 0: off, it pays as the result. */
  goalDifference: points,
  /** Points of the exact score. */
  exact: points,
  /** Whether each member may double one match of each gameweek. */
  joker: z.boolean(),
  /** Points of members who join later: of the whole `season`, or of matches that close after `joining`. */
  lateJoiners: z.enum(['season', 'joining']),
}

const inOrder = z.check<LeagueScoring>((payload) => {
  const error = orderError(payload.value)
  if (error) payload.issues.push({ code: 'custom', input: payload.value, path: [error.field], message: error.message })
})

/** A league's rules: its scoring, the joker, and late joiners. */
export const Ruleset = z.object(ruleset)
export type Ruleset = z.infer<typeof Ruleset>

/** `PUT /api/leagues/{id}/rules`. `fromGameweek`: `next.gameweek` of the rules as read; 409 once it has begun. */
export const RulesChange = z.object({ fromGameweek: Gameweek, ...ruleset }).check(inOrder)
export type RulesChange = z.infer<typeof RulesChange>

/** Query of `GET /api/leagues/{id}/rules/preview`: a ruleset. */
export const RulesPreviewQuery = z.object({ ...ruleset, joker: z.enum(['true', 'false']) }).check(inOrder)

/** Rules of a range of gameweeks. */
export const RulesRange = z.object({
  season: Season,
  fromGameweek: Gameweek,
  /** null: until now, or until changed. */
  toGameweek: z.nullable(Gameweek),
  rules: Ruleset,
  /** When they were chosen; null: the league has had them from the start. */
  changedAt: z.nullable(IsoTime),
  /** Username of the admin who chose them; null: never chosen, or the account is deleted. */
  changedBy: z.nullable(z.string()),
  /** Their id, by which an erasure finds stored answers (docs/threats.md T120). */
  changedById: z.nullable(Id),
})
export type RulesRange = z.infer<typeof RulesRange>

/** The reader's joker of a gameweek. */
export const Joker = z.object({
  leagueId: Id,
  season: Season,
  gameweek: Gameweek,
  /** The doubled match; null: not set yet. */
  fixtureId: z.nullable(Id),
  /** Whether it can be set, moved or taken off: false once the cutoff of its match has passed. */
  isMovable: z.boolean(),
})
export type Joker = z.infer<typeof Joker>

/** `GET /api/user/jokers?gameweek&season`: the reader's jokers in all leagues with a joker, latest joined league first. */
export const LeagueJoker = z.extend(Joker, { leagueName: z.string() })
export type LeagueJoker = z.infer<typeof LeagueJoker>

/** `PUT /api/leagues/{id}/jokers/{gameweek}?season`: sets or moves the joker of the gameweek. */
export const JokerChoice = z.object({ fixtureId: Id })

/** `GET /api/leagues/{id}/rules`: for members, and for everyone if the league is public. */
export const LeagueRules = z.object({
  leagueId: Id,
  leagueName: z.string(),
  memberCount: z.int(),
  /** The reader is the admin of the league. */
  mayChange: z.boolean(),
  /** Whether the league has ever chosen rules of its own. */
  hasOwnRules: z.boolean(),
  /** Rules in force: those before `next`, without the change that waits. */
  current: Ruleset,
  /** The change that waits for its gameweek to begin; null: none. */
  upcoming: z.nullable(RulesRange),
  /** The gameweek from which a change made now applies, with its first cutoff; null: all gameweeks have begun. */
  next: z.nullable(z.object({ season: Season, gameweek: Gameweek, begins: z.nullable(IsoTime) })),
  /** Ranges of gameweeks that have begun, latest first; the oldest one may be that of the whole game. */
  history: z.array(RulesRange),
  /** The reader's jokers of the latest and the next gameweek, where the rules have one; empty for other readers. */
  jokers: z.array(Joker),
})
export type LeagueRules = z.infer<typeof LeagueRules>

const PreviewRow = z.object({
  id: Id,
  ...Person.shape,
  /** As it counted. */
  ranking: z.int(),
  points: z.int(),
  /** By the rules of the query. */
  newRanking: z.int(),
  newPoints: z.int(),
})

/** `GET /api/leagues/{id}/rules/preview`: the last settled gameweek by other rules, for members. */
export const RulesPreview = z.object({
  /** null: no gameweek has settled yet, and there are no rows. */
  gameweek: z.nullable(Gameweek),
  /** The first hundred by the rules of the query. */
  rows: z.array(PreviewRow),
  me: z.nullable(PreviewRow),
})
export type RulesPreview = z.infer<typeof RulesPreview>
