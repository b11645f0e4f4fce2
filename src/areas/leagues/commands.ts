import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { leagueIds, leagueStream } from './events.ts'
import { newJoinCode, typedJoinCode } from './join-code.ts'
import type { JoinGuard } from './join-guard.ts'
import { type LeagueCommand, type LeagueSettings, leagueDecider } from './league-decider.ts'
import { leagueIdOfCode, leaguesOfErased } from './queries.ts'

/** Quotas of players. */
export const quotas = {
  leagueFoundings: quota(
    'league-foundings',
    { perDay: 20 },
    'You have founded 20 leagues today. Please found the next one tomorrow.',
  ),
  /** Joining and leaving leagues. Who leaves may take a team along, and hand over both. */
  memberships: quota(
    'memberships',
    { perHour: 60, perDay: 200, events: 4 },
    'You are joining and leaving leagues too fast. Please try again later.',
  ),
  /** Of one league, as its admin is notified each time. Its events count in `memberships`. */
  membershipsOfOneLeague: quota(
    'league',
    { perHour: 5, events: 0 },
    'You have joined and left this league several times. Please try again later.',
  ),
  /** Removing others, from leagues and teams. */
  removals: quota(
    'removals',
    { perHour: 100, perDay: 300, events: 4 },
    'You have removed many members. Please go on later.',
  ),
  /** Names, descriptions, the admin, the join code. */
  leagueChanges: quota(
    'league-changes',
    { perHour: 30, perDay: 100, events: 2 },
    'You have changed your leagues many times. Please try again later.',
  ),
}

interface LeaguesDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly guard: JoinGuard
  /** A keyed hash of an address, or of the /64 it is in. */
  addressKey(ip: string): string
}

/** Commands of leagues. Throw `EventLogUnavailable` where the log is away. */
export function createLeagues({ db, handler, ids, guard, addressKey }: LeaguesDependencies) {
  const handle = (leagueId: number, command: LeagueCommand, context: CommandContext) =>
    handler.handle(leagueDecider, leagueStream(leagueId), command, context)

  /** The odds of a code that is taken are one in a million million; still it is looked up. */
  async function freeCode(): Promise<string> {
    for (let tries = 0; tries < 5; tries++) {
      const code = newJoinCode()
      if ((await leagueIdOfCode(db, code)) === null) return code
    }
    throw new Error('no free join code was found')
  }

  return {
    async create(settings: LeagueSettings, creatorId: number, context: CommandContext) {
      const [leagueId, joinCode] = [await ids.next(leagueIds, context), await freeCode()]
      const outcome = await handle(leagueId, { type: 'create', leagueId, creatorId, joinCode, settings }, context)
      return { ...outcome, leagueId }
    },

    /**
     * By a code as it was typed. Any miss is the same `no-such-code`; `until` ends too many of them. `admit` is called with the league
     * that the code opens, and may throw.
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
      const who = { userId, addressKey: addressKey(ip), at: context.at }
      const looked = await guard.look(who, (tx) => leagueIdOfCode(tx, joinCode))
      if (looked.outcome === 'stopped') return { ok: false, rejected: 'too-many-codes', until: looked.until } as const
      if (looked.outcome === 'missed') return { ok: false, rejected: 'no-such-code' } as const
      await consumeQuota(looked.value)
      const outcome = await handle(looked.value, { type: 'join-by-code', userId, joinCode }, context)
      if (!outcome.ok && outcome.rejected === 'no-such-code') await guard.miss(who)
      return outcome
    },

    joinByClick: (leagueId: number, userId: number, context: CommandContext) =>
      handle(leagueId, { type: 'join-by-click', userId }, context),

    /** Leaves by oneself, or removes another as the league's admin (`by`). */
    end: (leagueId: number, userId: number, by: number, context: CommandContext) =>
      handle(leagueId, userId === by ? { type: 'leave', userId } : { type: 'remove', userId, by }, context),

    change: (
      leagueId: number,
      change: Omit<Extract<LeagueCommand, { type: 'change' }>, 'type'>,
      context: CommandContext,
    ) => handle(leagueId, { type: 'change', ...change }, context),

    changeCode: async (leagueId: number, by: number, context: CommandContext) =>
      handle(leagueId, { type: 'change-code', by, joinCode: await freeCode() }, context),

    /** By the latest revision of the stream; null: there is no such league (any more). */
    async standingOf(leagueId: number, userId: number) {
      const { state, revision } = await handler.load(leagueDecider, leagueStream(leagueId))
      if (state.status !== 'active') return null
      const { members, adminId, type } = state
      return { isMember: members.includes(userId), isAdmin: adminId === userId, type, revision }
    },

    /** Takes a deleted user out of every league that the read model still knows them in. */
    async endAllOfErased(userId: number, context: CommandContext): Promise<void> {
      for (const leagueId of await leaguesOfErased(db, userId))
        await handle(leagueId, { type: 'leave-deleted', userId }, context)
    },
  }
}

export type Leagues = ReturnType<typeof createLeagues>
