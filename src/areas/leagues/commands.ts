import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { fixtureDecider } from '../fixtures/fixture-decider.ts'
import { fixtureStreams } from '../fixtures/queries.ts'
import type { Ruleset } from '../league-rules/contract.ts'
import { leagueIds, leagueStream } from './events.ts'
import { newJoinCode, typedJoinCode } from './join-code.ts'
import type { JoinGuard } from './join-guard.ts'
import { type LeagueCommand, type LeagueSettings, leagueDecider, type NextRules } from './league-decider.ts'
import { leagueIdOfCode, leaguesOfErased } from './queries.ts'
import type { NextOf } from './rules-page.ts'

/** Limits per player. */
export const quotas = {
  leagueFoundings: quota(
    'league-foundings',
    { perDay: 20 },
    'You have set up 20 leagues today. Come back tomorrow for the next one.',
  ),
  /** Joins and leaves of leagues. A leave can also end a team membership and hand over both roles. */
  memberships: quota(
    'memberships',
    { perHour: 60, perDay: 200, events: 4 },
    'You are joining and leaving leagues too fast. Try again later.',
  ),
  /** Joins and leaves of one league: its admin is notified of each. Their events count in `memberships`. */
  membershipsOfOneLeague: quota(
    'league',
    { perHour: 5, events: 0 },
    'You have joined and left this league several times. Try again later.',
  ),
  /** Removals of other members, from leagues and teams. */
  removals: quota(
    'removals',
    { perHour: 100, perDay: 300, events: 4 },
    'You have removed many members. Try again later.',
  ),
  /** Changes of names, descriptions, admins and join codes. */
  leagueChanges: quota(
    'league-changes',
    { perHour: 30, perDay: 100, events: 2 },
    'You have changed your leagues many times. Try again later.',
  ),
  /** Changes and withdrawals of rules: all members are notified of each. */
  leagueRules: quota(
    'league-rules',
    { perHour: 10, perDay: 20 },
    'You have changed the rules of your leagues many times. Try again later.',
  ),
}

interface LeaguesDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly guard: JoinGuard
  /** Keyed hash of an address or its /64 prefix, or of a code. */
  hmac(purpose: 'join-code-address' | 'join-code', value: string): string
}

/** Commands of leagues. They throw `EventLogUnavailable` if the log is unreachable. */
export function createLeagues({ db, handler, ids, guard, hmac }: LeaguesDependencies) {
  const handle = (leagueId: number, command: LeagueCommand, context: CommandContext) =>
    handler.handle(leagueDecider, leagueStream(leagueId), command, context)

  /** A random code is taken with a probability of about one in a million million; it is checked anyway. */
  async function freeCode(): Promise<string> {
    for (let tries = 0; tries < 5; tries++) {
      const code = newJoinCode()
      if ((await leagueIdOfCode(db, code)) === null) return code
    }
    throw new Error('no free join code was found')
  }

  /** The read model only names the first match of the next gameweek; its stream decides whether that has begun. */
  async function nextRules({ season, next }: NextOf): Promise<NextRules | null> {
    if (season === null || next === null) return null
    const stream = (await fixtureStreams(db, [next.fixtureId])).get(next.fixtureId)
    const firstMatch = stream ? (await handler.load(fixtureDecider, stream)).state : fixtureDecider.initialState
    return { season, gameweek: next.gameweek, firstMatch }
  }

  const attemptOf = (userId: number | null, ip: string, joinCode: string, at: string) => ({
    userId,
    addressKey: hmac('join-code-address', ip),
    codeKey: hmac('join-code', joinCode),
    at,
  })

  /** Finds the league of a normalised code. Wrong codes are counted; `until`: the end of a block. */
  async function find(joinCode: string, who: ReturnType<typeof attemptOf>) {
    const lookup = await guard.check(who, (tx) => leagueIdOfCode(tx, joinCode))
    if (lookup.outcome === 'stopped') return { ok: false, rejected: 'too-many-codes', until: lookup.until } as const
    if (lookup.outcome === 'missed') return { ok: false, rejected: 'no-such-code' } as const
    return { ok: true, leagueId: lookup.value } as const
  }

  return {
    async create(settings: LeagueSettings, creatorId: number, context: CommandContext) {
      const [leagueId, joinCode] = [await ids.next(leagueIds, context), await freeCode()]
      const outcome = await handle(leagueId, { type: 'create', leagueId, creatorId, joinCode, settings }, context)
      return { ...outcome, leagueId }
    },

    /**
     * Joins by a code as typed. Unknown codes return `no-such-code`; too many of them return `until`, the end of the
     * block. `consumeQuota` is called with the league of a correct code and may throw.
     */
    async joinByCode(
      {
        userId,
        ip,
        code,
        consumeQuota,
      }: { userId: number; ip: string; code: string; consumeQuota(leagueId: number): Promise<void> },
      context: CommandContext,
    ) {
      const joinCode = typedJoinCode(code)
      const who = attemptOf(userId, ip, joinCode, context.at)
      const found = await find(joinCode, who)
      if (!found.ok) return found
      await consumeQuota(found.leagueId)
      const outcome = await handle(found.leagueId, { type: 'join-by-code', userId, joinCode }, context)
      if (!outcome.ok && outcome.rejected === 'no-such-code') await guard.miss(who)
      return outcome
    },

    /** Finds the league of a code for a reader of its invitation, limited like `joinByCode`. */
    findByCode({ userId, ip, code }: { userId: number | null; ip: string; code: string }, at: string) {
      const joinCode = typedJoinCode(code)
      return find(joinCode, attemptOf(userId, ip, joinCode, at))
    },

    joinByClick: (leagueId: number, userId: number, context: CommandContext) =>
      handle(leagueId, { type: 'join-by-click', userId }, context),

    /** Leaves the league, or removes another member as its admin (`by`). */
    end: (leagueId: number, userId: number, by: number, context: CommandContext) =>
      handle(leagueId, userId === by ? { type: 'leave', userId } : { type: 'remove', userId, by }, context),

    change: (
      leagueId: number,
      change: Omit<Extract<LeagueCommand, { type: 'change' }>, 'type'>,
      context: CommandContext,
    ) => handle(leagueId, { type: 'change', ...change }, context),

    changeCode: async (leagueId: number, by: number, context: CommandContext) =>
      handle(leagueId, { type: 'change-code', by, joinCode: await freeCode() }, context),

    /** Changes the rules from the next gameweek on, which must be `fromGameweek`. */
    async changeRules(
      leagueId: number,
      { by, fromGameweek, rules }: { readonly by: number; readonly fromGameweek: number; readonly rules: Ruleset },
      of: NextOf,
      context: CommandContext,
    ) {
      const next = await nextRules(of)
      return handle(leagueId, { type: 'change-rules', by, fromGameweek, rules, next, at: context.at }, context)
    },

    /** Withdraws the rules chosen for the next gameweek. */
    async withdrawRules(leagueId: number, by: number, of: NextOf, context: CommandContext) {
      return handle(leagueId, { type: 'withdraw-rules', by, next: await nextRules(of), at: context.at }, context)
    },

    /** Membership by the latest revision of the stream; null: no such league, or it is closed. */
    async membershipOf(leagueId: number, userId: number) {
      const { state, revision } = await handler.load(leagueDecider, leagueStream(leagueId))
      if (state.status !== 'active') return null
      const { members, adminId, type, rules } = state
      return { isMember: members.includes(userId), isAdmin: adminId === userId, type, rules, revision }
    },

    /** Removes a deleted user from every league that still lists them in the read model. */
    async endAllOfErased(userId: number, context: CommandContext): Promise<void> {
      for (const leagueId of await leaguesOfErased(db, userId))
        await handle(leagueId, { type: 'leave-deleted', userId }, context)
    },
  }
}

export type Leagues = ReturnType<typeof createLeagues>
