import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import type { CommandContext, CommandHandler, Wrote } from '../../kernel/command-handler.ts'
import { type EventLog, EventLogUnavailable } from '../../kernel/event-log.ts'
import { quota } from '../../kernel/quota.ts'
import { latestOf } from '../../kernel/wrote.ts'
import { acceptedOr, HttpProblem, problemsOf, wrongField } from '../../slice/problem.ts'
import type { SessionUser } from '../../slice/route.ts'
import type { Accounts, SecretCheck, SecretRefused, Visitor } from '../accounts/commands.ts'
import { NEEDS_PASSWORD } from '../accounts/problems.ts'
import { usernameKey } from '../accounts/username.ts'
import { answerKey, answerProblem } from './answer.ts'
import type {
  AdminResetRequest,
  ForgotPassword,
  RecoveryChange,
  RecoveryProfile,
  SecurityResetPassword,
  SelfResetPassword,
} from './contract.ts'
import { recoveryStream } from './events.ts'
import type { Outbox } from './outbox.ts'
import { type RecoveryCommand, type RecoveryRefusal, type RecoveryState, recoveryDecider } from './recovery-decider.ts'
import type { RecoveryRequests } from './recovery-requests.ts'
import type { Tries } from './tries.ts'

export const quotas = {
  /** Changes of e-mail address, question and answer, and confirmations. Every change of the address sends a mail. */
  recoveryChanges: quota(
    'recovery-changes',
    { perHour: 10, perDay: 30, events: 2 },
    'You have changed this too often. Try again later.',
  ),
}

interface Hashing {
  hash(secret: string): Promise<string>
  /** `hashed` null: takes the same time and returns false. */
  verify(hashed: string | null, secret: string, queued: SecretCheck['queued']): Promise<boolean>
}

export interface RecoveryDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly handler: CommandHandler
  readonly log: Pick<EventLog, 'compare'>
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly accounts: Accounts
  readonly passwords: Hashing
  readonly tries: Tries
  readonly recoveryRequests: RecoveryRequests
  readonly outbox: Outbox
}

const recoveryProblem = problemsOf<RecoveryRefusal>({
  'no-request': [404, 'Request not found'],
  'another-email': [400, 'That link is invalid or has expired. Ask for a new one.'],
})
const accepted = acceptedOr(recoveryProblem)

/** Returns the fingerprint of a username (`account_key`). */
const accountKeyOf = (personal: Pick<PersonalData, 'hmac'>, username: string): string =>
  personal.hmac('username', usernameKey(username))

/** Returns the fingerprint of an e-mail address, without case. */
export const emailKeyOf = (personal: Pick<PersonalData, 'hmac'>, email: string): string =>
  personal.hmac('email', email.trim().toLowerCase())

/** Returns the fingerprint of a mailbox: the e-mail address without its `+` suffix and without dots, which Gmail ignores. */
const mailboxKeyOf = (personal: Pick<PersonalData, 'hmac'>, email: string): string =>
  emailKeyOf(personal, email.replace(/\+[^@]*@/, '@').replaceAll('.', ''))

/** The same error for unknown, used and expired tokens (docs/rules.md R110). */
const tokenProblem = (): HttpProblem => new HttpProblem(400, 'Invalid or expired reset token. Please try again.')

/**
 * Commands of account recovery. Rejections and rate limits (429) are thrown as problems. A wrong secret is returned as a value
 * (`SecretRefused`).
 */
export function createRecovery(dependencies: RecoveryDependencies) {
  const { database, handler, log, personal, accounts, passwords, tries, recoveryRequests, outbox } = dependencies
  const { pool } = database

  /** Counts per client address only: strangers could use up a limit per account, and lock out its owner (docs/threats.md T90). */
  const countRequest = (ip: string, at: string): Promise<void> =>
    tries.consume('ip', personal.hmac('recovery-address', ip), at)

  const handle = (userId: number, command: RecoveryCommand, context: CommandContext) =>
    handler.handle(recoveryDecider, recoveryStream(userId), command, context)

  /** If the account was deleted or its password changed after the proof, the secret counts as wrong. */
  const changedOr = (changed: Awaited<ReturnType<Accounts['setPassword']>>): ({ ok: true } & Wrote) | SecretRefused =>
    changed.ok ? changed : { ok: false, rejected: 'wrong' }

  /** Queries even for null, because the response time would otherwise reveal whether the account exists (docs/threats.md T16). */
  async function answerHashOf(userId: number | null): Promise<string | null> {
    const { rows } = await pool.query<Pick<AppTables['app.security_answers'], 'answer_hash'>>(
      'select answer_hash from app.security_answers where user_id = $1',
      [userId],
    )
    return rows[0]?.answer_hash ?? null
  }

  async function changeQuestion(
    user: SessionUser,
    question: string | null,
    answer: string | undefined,
    context: CommandContext,
  ) {
    if (question === null) await pool.query('delete from app.security_answers where user_id = $1', [user.id])
    else if (answer !== undefined)
      await pool.query(
        // Stores nothing if the account is being deleted at the same time: the lock waits for the deletion.
        `insert into app.security_answers (user_id, answer_hash)
         select user_id, $2 from app.credentials where user_id = $1 for key share
         on conflict (user_id) do update set answer_hash = excluded.answer_hash`,
        [user.id, await passwords.hash(answerKey(answer))],
      )
    return accepted(await handle(user.id, { type: 'change-question', userId: user.id, question }, context))
  }

  const stateOf = async (userId: number): Promise<RecoveryState> =>
    (await handler.load(recoveryDecider, recoveryStream(userId))).state

  return {
    /** Stores a request for a reset mail. The response does not reveal whether the account exists. */
    async forgot({ username, email }: ForgotPassword, ip: string, at: string): Promise<void> {
      await countRequest(ip, at)
      const account_key = accountKeyOf(personal, username)
      const email_key = email ? emailKeyOf(personal, email) : null
      await recoveryRequests.add({ kind: 'mail', account_key, email_key, reason: null, at })
    },

    /** Stores a request to the administrators. The response does not reveal whether the account exists. */
    async requestAdminReset({ username, reason }: AdminResetRequest, ip: string, at: string): Promise<void> {
      await countRequest(ip, at)
      const account_key = accountKeyOf(personal, username)
      await recoveryRequests.add({ kind: 'help', account_key, email_key: null, reason, at })
    },

    /** Processes the requests that were stored so far, so that administrators read them. Without the log they wait for the job. */
    async grantStored(): Promise<Wrote> {
      try {
        return latestOf(await recoveryRequests.grant(), log)
      } catch (error) {
        if (error instanceof EventLogUnavailable) return { position: null, types: [] }
        throw error
      }
    },

    /** Returns the fingerprint of the username for `securityQuestionOf`. Throws 429 after too many requests of the address. */
    async accountKeyForQuestion(username: string, ip: string, at: string): Promise<string> {
      await countRequest(ip, at)
      return accountKeyOf(personal, username)
    },

    async resetByToken(token: string, password: string, visitor: Visitor, context: CommandContext): Promise<Wrote> {
      await countRequest(visitor.ip, context.at)
      const owner = await outbox.ownerOf('reset', token, context.at)
      if (owner === null) throw tokenProblem()
      // The token is claimed after hashing. If the hash queue is full, the token stays valid.
      const changed = await accounts.setPassword(
        owner,
        password,
        'token',
        { ...context, actor: owner },
        { claim: async () => (await outbox.use('reset', token, context.at)) !== null, visitor },
      )
      if (!changed.ok) throw tokenProblem()
      return changed
    },

    async resetByPassword(
      { username, currentPassword, newPassword }: SelfResetPassword,
      visitor: Visitor,
      context: CommandContext,
    ) {
      const proven = await accounts.provePassword({ username, password: currentPassword, ...visitor }, context)
      if (!proven.ok) return proven
      const { userId, passwordHash } = proven.credential
      const options = { replaces: passwordHash, visitor }
      return changedOr(await accounts.setPassword(userId, newPassword, 'self', { ...context, actor: userId }, options))
    },

    async resetByAnswer(
      { username, securityAnswer, newPassword }: SecurityResetPassword,
      visitor: Visitor,
      context: CommandContext,
    ) {
      let counterKey = accountKeyOf(personal, username)
      const proven = await accounts.prove({ username, ...visitor }, context, async (credential, check) => {
        // Each trusted browser has its own counter; all other browsers share one (T90).
        counterKey = check.trustedBrowser ?? counterKey
        await tries.consume('answer', counterKey, context.at)
        return passwords.verify(await answerHashOf(credential?.userId ?? null), answerKey(securityAnswer), check.queued)
      })
      if (!proven.ok) return proven
      const { userId } = proven.credential
      await tries.reset('answer', counterKey)
      const by = { ...context, actor: userId }
      return changedOr(await accounts.setPassword(userId, newPassword, 'security-answer', by, { visitor }))
    },

    dismiss: async (userId: number, context: CommandContext): Promise<Wrote> =>
      accepted(await handle(userId, { type: 'close-request', userId, how: 'dismissed' }, context)),

    /** Changes address, question and answer of a signed-in user. Existing values need the current password (docs/rules.md R111). */
    async change(
      user: SessionUser,
      { securityAnswer, currentPassword, ...change }: RecoveryChange,
      visitor: Visitor,
      context: CommandContext,
    ): Promise<({ ok: true; profile: RecoveryProfile } & Wrote) | SecretRefused> {
      const state = await stateOf(user.id)
      const email = orNull(change.email)
      const isQuestionKept = change.securityQuestion === undefined && securityAnswer !== undefined
      const question = isQuestionKept ? state.question : orNull(change.securityQuestion)
      const isQuestionTouched = question !== undefined && (question !== state.question || securityAnswer !== undefined)
      const isEmailTouched = email !== undefined && (email !== state.email || !state.isConfirmed)
      if (isQuestionTouched && (question === null) !== (securityAnswer === undefined))
        throw wrongField('securityAnswer', 'Enter both the question and its answer')
      const detail = securityAnswer === undefined ? null : answerProblem(securityAnswer, user.username)
      if (detail !== null) throw wrongField('securityAnswer', detail)
      const replaces =
        (isQuestionTouched && state.question !== null) ||
        (email !== undefined && state.email !== null && email !== state.email)
      if (replaces) {
        if (currentPassword === undefined) throw new HttpProblem(403, NEEDS_PASSWORD)
        const proven = await accounts.proveOwn(user, currentPassword, visitor, context)
        if (!proven.ok) return proven
      }
      if (isEmailTouched && email !== null) await tries.consume('confirm', mailboxKeyOf(personal, email), context.at)
      const writes: Wrote[] = []
      if (isQuestionTouched) writes.push(await changeQuestion(user, question, securityAnswer, context))
      if (isEmailTouched) {
        writes.push(accepted(await handle(user.id, { type: 'change-email', userId: user.id, email }, context)))
        await outbox.endLink(user.id)
      }
      return { ok: true, profile: profileOf(await stateOf(user.id)), ...latestOf(writes, log) }
    },

    async confirmEmail(user: SessionUser, token: string, context: CommandContext) {
      if ((await outbox.ownerOf('confirm', token, context.at)) !== user.id) throw recoveryProblem('another-email')
      const used = await outbox.use('confirm', token, context.at)
      if (used?.version == null) throw recoveryProblem('another-email')
      const command = { type: 'confirm-email', userId: user.id, version: used.version } as const
      const wrote = accepted(await handle(user.id, command, context))
      return { profile: profileOf(wrote.state), wrote }
    },
  }
}

export type Recovery = ReturnType<typeof createRecovery>

/** Empty text removes a field. */
const orNull = (text: string | null | undefined) => (text === '' ? null : text)

const profileOf = ({ email, isConfirmed, question }: RecoveryState): RecoveryProfile => ({
  email,
  emailConfirmed: email !== null && isConfirmed,
  securityQuestion: question,
})
