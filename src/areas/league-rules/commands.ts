import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import { EventLogUnavailable } from '../../kernel/event-log.ts'
import { quota } from '../../kernel/quota.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { fixtureDecider } from '../fixtures/fixture-decider.ts'
import type { FixtureState } from '../fixtures/fixture-state.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import { type JokerKey, jokerStream } from './events.ts'
import { jokerDecider } from './joker-decider.ts'
import { type ChosenRules, rulesAt } from './rules.ts'

/** Limits per player. */
export const quotas = {
  jokers: quota('jokers', { perMinute: 60, perDay: 200 }, 'You are moving your joker too fast. Give it a moment.'),
}

/** Decisions per joker: another request of the player may come first. */
const TRIES = 3

interface Dependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly leagues: {
    /** Membership by the latest revision of the league's stream; null: no such league, or it is closed. */
    membershipOf(
      leagueId: number,
      userId: number,
    ): Promise<{
      readonly isMember: boolean
      readonly type: 'private' | 'public'
      readonly rules: readonly ChosenRules[]
    } | null>
  }
}

export type Jokers = ReturnType<typeof createJokers>

/**
 * Commands of jokers. Read models only name the matches; their streams decide. They throw `EventLogUnavailable` if the log is
 * unreachable.
 */
export function createJokers({ db, handler, leagues }: Dependencies) {
  async function matchOf(fixtureId: number): Promise<FixtureState> {
    const stream = (await fixtureStreams(db, [fixtureId])).get(fixtureId)
    return stream === undefined ? fixtureDecider.initialState : (await handler.load(fixtureDecider, stream)).state
  }

  /** `fixtureId` null: takes the joker off. */
  async function setJoker(key: JokerKey, fixtureId: number | null, context: CommandContext, tries = TRIES) {
    const stream = jokerStream(key)
    const [membership, loaded, match] = await Promise.all([
      leagues.membershipOf(key.leagueId, key.userId),
      handler.load(jokerDecider, stream),
      fixtureId === null ? null : matchOf(fixtureId),
    ])
    if (membership === null || (!membership.isMember && membership.type === 'private'))
      return { ok: false, rejected: 'league-not-found' } as const
    if (!membership.isMember) return { ok: false, rejected: 'not-a-member' } as const
    const isAllowed = rulesAt(membership.rules, key).joker
    const present = loaded.state === null ? null : { ...(await matchOf(loaded.state)), fixtureId: loaded.state }
    const base = { ...key, isAllowed, present, at: context.at }
    const command =
      fixtureId === null || match === null
        ? ({ ...base, type: 'remove' } as const)
        : ({ ...base, type: 'place', fixtureId, match } as const)
    const outcome = await handler.handle(jokerDecider, stream, command, context, loaded)
    if (outcome.ok || outcome.rejected !== 'joker-changed') return outcome
    if (tries === 1) throw new EventLogUnavailable(`joker: still in conflict after ${TRIES} tries`)
    return setJoker(key, fixtureId, context, tries - 1)
  }

  return {
    place: (key: JokerKey, fixtureId: number, context: CommandContext) => setJoker(key, fixtureId, context),
    remove: (key: JokerKey, context: CommandContext) => setJoker(key, null, context),
  }
}
