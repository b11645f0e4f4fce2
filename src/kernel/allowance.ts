/** So many in so many seconds of the clock: a window begins with every full `seconds` since 1970, a day with midnight UTC. */
export interface Rate {
  readonly most: number
  readonly seconds: number
}

/** What one player may do of a kind, on all nodes together. */
export interface Allowance {
  /** Its row of `app.allowances`. */
  readonly name: string
  readonly rates: readonly Rate[]
  /** Events that one use adds to the log at most, with those that reactors answer it with. */
  readonly events: number
  /** What a player beyond it reads. */
  readonly refusal: string
}

const MINUTE = 60
const HOUR = 3_600
export const DAY = 86_400

const tooFast = 'You are doing this too fast. Please wait a moment.'

/**
 * Of everything that a player's calls add to the log. The day's sum of them all is bounded (`src/kernel/allowance.test.ts`), and
 * each leaves a player of the liveliest league room: ten picks of a gameweek can be changed twelve times in a minute.
 */
export const allowances = {
  /** Picks made and changed. */
  predictions: {
    name: 'predictions',
    rates: [
      { most: 120, seconds: MINUTE },
      { most: 2_000, seconds: HOUR },
    ],
    events: 1,
    refusal: 'You are changing your predictions too fast. Please wait a moment.',
  },
  leagueFoundings: {
    name: 'league-foundings',
    rates: [{ most: 20, seconds: DAY }],
    events: 1,
    refusal: 'You have founded 20 leagues today. Please found the next one tomorrow.',
  },
  teamFoundings: {
    name: 'team-foundings',
    rates: [{ most: 10, seconds: DAY }],
    events: 1,
    refusal: 'You have founded 10 teams today. Please found the next one tomorrow.',
  },
  /** Joining and leaving leagues: who leaves may take a team along, and hand over both. */
  memberships: {
    name: 'memberships',
    rates: [
      { most: 60, seconds: HOUR },
      { most: 200, seconds: DAY },
    ],
    events: 4,
    refusal: 'You are joining and leaving leagues too fast. Please try again later.',
  },
  /** Of one league: whoever leads it is told each time. What it adds is counted by `memberships`. */
  membershipsOfOneLeague: {
    name: 'league',
    rates: [{ most: 5, seconds: HOUR }],
    events: 0,
    refusal: 'You have joined and left this league several times. Please try again later.',
  },
  /** Removing others, from leagues and teams. */
  removals: {
    name: 'removals',
    rates: [
      { most: 100, seconds: HOUR },
      { most: 300, seconds: DAY },
    ],
    events: 4,
    refusal: 'You have removed many members. Please go on later.',
  },
  /** Names, descriptions, the admin, the join code. */
  leagueChanges: {
    name: 'league-changes',
    rates: [
      { most: 30, seconds: HOUR },
      { most: 100, seconds: DAY },
    ],
    events: 2,
    refusal: 'You have changed your leagues many times. Please try again later.',
  },
  /** Joining and leaving teams, and the roles in them. */
  teamMemberships: {
    name: 'team-memberships',
    rates: [
      { most: 30, seconds: HOUR },
      { most: 100, seconds: DAY },
    ],
    events: 2,
    refusal: 'You have changed your teams many times. Please try again later.',
  },
  competitionJoins: {
    name: 'competition-joins',
    rates: [
      { most: 100, seconds: HOUR },
      { most: 200, seconds: DAY },
    ],
    events: 1,
    refusal: tooFast,
  },
  /** Messages written and edited. */
  messages: {
    name: 'messages',
    rates: [
      { most: 5, seconds: 5 },
      { most: 60, seconds: MINUTE },
      { most: 2_000, seconds: DAY },
    ],
    events: 1,
    refusal: 'You are sending messages too fast. Please wait a moment.',
  },
  messageDeletions: {
    name: 'message-deletions',
    rates: [
      { most: 60, seconds: MINUTE },
      { most: 2_000, seconds: DAY },
    ],
    events: 1,
    refusal: tooFast,
  },
  reports: {
    name: 'reports',
    rates: [
      { most: 20, seconds: HOUR },
      { most: 50, seconds: DAY },
    ],
    events: 1,
    refusal: 'You have reported many messages. An administrator will look at them; please report more later.',
  },
  feedback: {
    name: 'feedback',
    rates: [{ most: 20, seconds: DAY }],
    events: 1,
    refusal: 'You have given feedback 20 times today. Please go on tomorrow.',
  },
  /** Votes given and taken back. */
  feedbackVotes: {
    name: 'feedback-votes',
    rates: [
      { most: 60, seconds: MINUTE },
      { most: 300, seconds: DAY },
    ],
    events: 1,
    refusal: 'You are voting too fast. Please try again later.',
  },
  notificationSettings: {
    name: 'notification-settings',
    rates: [
      { most: 30, seconds: HOUR },
      { most: 100, seconds: DAY },
    ],
    events: 1,
    refusal: 'You have changed this many times. Please try again later.',
  },
  /** Sign-ins that the log takes note of: who knows the password is let in beyond it. */
  signIns: {
    name: 'sign-ins',
    rates: [
      { most: 60, seconds: HOUR },
      { most: 200, seconds: DAY },
    ],
    events: 1,
    refusal: tooFast,
  },
  /** Each is a row that is kept for a day. */
  idempotencyKeys: {
    name: 'idempotency-keys',
    rates: [{ most: 1_000, seconds: DAY }],
    events: 0,
    refusal: 'You have used 1,000 Idempotency-Keys today. Please send without one, or go on tomorrow.',
  },
} as const satisfies Record<string, Allowance>

/** One use, or several at once. */
export interface Use {
  readonly userId: number
  readonly allowance: Allowance
  /** How many at once; 1 when left out. */
  readonly amount?: number
  /** Counts apart for each of these: the id of a league. */
  readonly of?: number
  /** When the request came, ISO 8601. */
  readonly at: string
}

/** Counts what players do, over all nodes. */
export interface Allowances {
  /** Takes all of it, or nothing: 0, or the seconds after which there is room. */
  take(use: Use): Promise<number>
  /** Gives back what was taken for something that changed nothing, as it was taken. */
  giveBack(use: Use): Promise<void>
  /** Forgets counts that are over. */
  sweep(at: string): Promise<void>
}
