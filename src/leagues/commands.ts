import type { CommandContext, CommandHandler, Handled } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { Ids } from '../kernel/ids.ts'
import type { ReadDb } from '../slice/read-models.ts'
import type { LeagueEvent } from './events.ts'
import { leagueIds } from './ids.ts'
import { newJoinCode, typedJoinCode } from './join-code.ts'
import type { JoinGuard } from './join-guard.ts'
import {
  type LeagueCommand,
  type LeagueRefusal,
  type LeagueSettings,
  type LeagueState,
  league,
} from './league-decider.ts'
import { leagueIdOfCode, leaguesOfErased } from './queries.ts'
import { leagueStream } from './streams.ts'

export type LeagueOutcome =
  | {
      readonly ok: true
      readonly state: Extract<LeagueState, { leagueId: number }>
      /** null: nothing changed. */
      readonly position: Position | null
      readonly types: readonly string[]
    }
  | { readonly ok: false; readonly rejected: LeagueRefusal }
  /** Too many wrong codes; `until` ends it. */
  | { readonly ok: false; readonly rejected: 'too-many-codes'; readonly until: string }

/** Where somebody stands in a league by the latest revision of its stream. */
export interface Standing {
  readonly isMember: boolean
  readonly isAdmin: boolean
  readonly type: 'private' | 'public'
  /** Of the league's stream; grows with every change. */
  readonly revision: number
}

/** Commands of leagues. Throw `EventLogUnavailable` where the log is away. */
export interface Leagues {
  create(settings: LeagueSettings, creatorId: number, context: CommandContext): Promise<LeagueOutcome>
  /** By a code as it was typed. Any miss is the same `no-such-code`. `admit` hears which league it opens, and may throw. */
  joinByCode(
    who: {
      readonly userId: number
      readonly ip: string
      readonly code: string
      readonly admit: (leagueId: number) => Promise<void>
    },
    context: CommandContext,
  ): Promise<LeagueOutcome>
  joinByClick(leagueId: number, userId: number, context: CommandContext): Promise<LeagueOutcome>
  /** Leaves by oneself, or removes another as the league's admin (`by`). */
  end(leagueId: number, userId: number, by: number, context: CommandContext): Promise<LeagueOutcome>
  change(
    leagueId: number,
    by: number,
    change: { readonly settings: Partial<LeagueSettings>; readonly adminId?: number },
    context: CommandContext,
  ): Promise<LeagueOutcome>
  changeCode(leagueId: number, by: number, context: CommandContext): Promise<LeagueOutcome>
  /** null: there is no such league (any more). Reads the log, so it is never behind. */
  standingOf(leagueId: number, userId: number): Promise<Standing | null>
  /** Takes a deleted user out of every league that the read model still knows them in. */
  endAllOfErased(userId: number, context: CommandContext): Promise<void>
}

interface LeaguesDependencies {
  readonly db: ReadDb
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
  readonly guard: JoinGuard
  /** A keyed hash of an address, or of the /64 it is in. */
  addressKey(ip: string): string
}

export function createLeagues({ db, handler, ids, guard, addressKey }: LeaguesDependencies): Leagues {
  const handle = async (leagueId: number, command: LeagueCommand, context: CommandContext) =>
    outcomeOf(await handler.handle(league, leagueStream(leagueId), command, context))

  /** The odds of a code that is taken are one in a million million; still it is looked up. */
  async function freeCode(): Promise<string> {
    for (let tries = 0; tries < 5; tries++) {
      const code = newJoinCode()
      if ((await leagueIdOfCode(db, code)) === null) return code
    }
    throw new Error('no free join code was found')
  }

  return {
    async create(settings, creatorId, context) {
      const [leagueId, joinCode] = [await ids.next(leagueIds, context), await freeCode()]
      return handle(leagueId, { type: 'create', leagueId, creatorId, joinCode, settings }, context)
    },

    async joinByCode({ userId, ip, code, admit }, context) {
      const joinCode = typedJoinCode(code)
      const who = { userId, addressKey: addressKey(ip), at: context.at }
      const looked = await guard.look(who, (tx) => leagueIdOfCode(tx, joinCode))
      if (looked.outcome === 'stopped') return { ok: false, rejected: 'too-many-codes', until: looked.until }
      if (looked.outcome === 'missed') return { ok: false, rejected: 'no-such-code' }
      await admit(looked.value)
      const outcome = await handle(looked.value, { type: 'join-by-code', userId, joinCode }, context)
      if (!outcome.ok && outcome.rejected === 'no-such-code') await guard.miss(who)
      return outcome
    },

    joinByClick: (leagueId, userId, context) => handle(leagueId, { type: 'join-by-click', userId }, context),
    end: (leagueId, userId, by, context) =>
      handle(leagueId, userId === by ? { type: 'leave', userId } : { type: 'remove', userId, by }, context),
    change: (leagueId, by, { settings, adminId }, context) =>
      handle(leagueId, { type: 'change', by, settings, ...(adminId === undefined ? {} : { adminId }) }, context),
    changeCode: async (leagueId, by, context) =>
      handle(leagueId, { type: 'change-code', by, joinCode: await freeCode() }, context),

    async standingOf(leagueId, userId) {
      const { state, revision } = await handler.load(league, leagueStream(leagueId))
      if (state.status !== 'active') return null
      return {
        isMember: state.members.includes(userId),
        isAdmin: state.adminId === userId,
        type: state.type,
        revision,
      }
    },

    async endAllOfErased(userId, context) {
      for (const leagueId of await leaguesOfErased(db, userId))
        await handle(leagueId, { type: 'leave-deleted', userId }, context)
    },
  }
}

function outcomeOf(handled: Handled<LeagueEvent, LeagueState, LeagueRefusal>): LeagueOutcome {
  if (!handled.ok) return { ok: false, rejected: handled.rejected }
  if (handled.state.status === 'none') throw new Error('a stored league has no state')
  const types = handled.events.map((event) => event.type)
  return { ok: true, state: handled.state, position: handled.position, types }
}
