import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import type { CommandContext, CommandHandler, Wrote } from '../../kernel/command-handler.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import { quota } from '../../kernel/quota.ts'
import { acceptedOr, HttpProblem, problemsOf, wrongField } from '../../slice/problem.ts'
import type { SessionUser } from '../../slice/route.ts'
import type { Accounts, SecretCheck, SecretRefused, Visitor } from '../accounts/commands.ts'
import { usernameKey } from '../accounts/username.ts'
import { latestOf } from '../accounts/wrote.ts'
import { answerKey, answerProblem } from './answer.ts'
import type {
  AskAdministrator,
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

/** Quotas of players. */
export const quotas = {
  /** Of e-mail address, its confirmation, question and answer: a change of the address is a mail. */
  recoveryChanges: quota(
    'recovery-changes',
    { perHour: 10, perDay: 30, events: 2 },
    'You have changed this too often. Please try again later.',
  ),
}

/** Hashes secrets. */
export interface Hashing {
  hash(secret: string): Promise<string>
  /** `hashed` null costs the same time and is never true. */
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
  'no-request': [404, 'There is no such request'],
  'another-email': [400, 'Invalid or expired link. Please ask for another one.'],
})
const accepted = acceptedOr(recoveryProblem)

/** The fingerprint of a name, as accounts go by. */
const accountKeyOf = (personal: Pick<PersonalData, 'hmac'>, username: string): string =>
  personal.hmac('username', usernameKey(username))

/** The fingerprint of an address of e-mail: without case. */
export const emailKeyOf = (personal: Pick<PersonalData, 'hmac'>, email: string): string =>
  personal.hmac('email', email.trim().toLowerCase())

/** The fingerprint of whoever gets what is sent to an address: what stands behind a plus is theirs as well. */
const mailboxKeyOf = (personal: Pick<PersonalData, 'hmac'>, email: string): string =>
  emailKeyOf(personal, email.trim().replace(/\+[^@]*@/, '@'))

/** One text for tokens that are unknown, used or over (docs/rules.md R110). */
const tokenProblem = (): HttpProblem => new HttpProblem(400, 'Invalid or expired reset token. Please try again.')

/**
 * Ways back in without a session, and what they need. Refusals are thrown as problems, and so is a 429 where somebody asks too often; a
 * secret that does not fit is a value.
 */
export function createRecovery(dependencies: RecoveryDependencies) {
  const { database, handler, log, personal, accounts, passwords, tries, recoveryRequests, outbox } = dependencies
  const { pool } = database

  /** Only the address pays: whatever strangers could use up for an account, its owner would miss (docs/threats.md T90). */
  const take = (ip: string, at: string): Promise<void> => tries.take('ip', personal.hmac('recovery-address', ip), at)

  const handle = (userId: number, command: RecoveryCommand, context: CommandContext) =>
    handler.handle(recoveryDecider, recoveryStream(userId), command, context)

  /** After the proof the account may have gone, or have another password: then the secret is as wrong as any. */
  const changedOr = (changed: Awaited<ReturnType<Accounts['setPassword']>>): ({ ok: true } & Wrote) | SecretRefused =>
    changed.ok ? changed : { ok: false, rejected: 'wrong' }

  /** For nobody it asks as well: else the time would tell who has an account (docs/threats.md T16). */
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
        // Of an account that ends at this moment nothing is kept.
        `insert into app.security_answers (user_id, answer_hash)
         select user_id, $2 from app.credentials where user_id = $1
         on conflict (user_id) do update set answer_hash = excluded.answer_hash`,
        [user.id, await passwords.hash(answerKey(answer))],
      )
    return accepted(await handle(user.id, { type: 'change-question', userId: user.id, question }, context))
  }

  const stateOf = async (userId: number): Promise<RecoveryState> =>
    (await handler.load(recoveryDecider, recoveryStream(userId))).state

  return {
    /** Whether there is such an account shows in no answer: what comes of it comes later. */
    async forgot({ username, email }: ForgotPassword, ip: string, at: string): Promise<void> {
      await take(ip, at)
      const account_key = accountKeyOf(personal, username)
      const email_key = email ? emailKeyOf(personal, email) : null
      await recoveryRequests.note({ kind: 'mail', account_key, email_key, reason: null, at })
    },

    async askAdministrator({ username, reason }: AskAdministrator, ip: string, at: string): Promise<void> {
      await take(ip, at)
      const account_key = accountKeyOf(personal, username)
      await recoveryRequests.note({ kind: 'help', account_key, email_key: null, reason, at })
    },

    /** Fingerprint of the name, once the address may ask for one more question. */
    async mayAskQuestion(username: string, ip: string, at: string): Promise<string> {
      await take(ip, at)
      return accountKeyOf(personal, username)
    },

    async resetByToken(token: string, password: string, visitor: Visitor, context: CommandContext): Promise<Wrote> {
      await take(visitor.ip, context.at)
      const owner = await outbox.ownerOf('reset', token, context.at)
      if (owner === null) throw tokenProblem()
      // Used up after the hash, which may be refused where too many wait: the token then works once more.
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
      const more = { replaces: passwordHash, visitor }
      return changedOr(await accounts.setPassword(userId, newPassword, 'self', { ...context, actor: userId }, more))
    },

    async resetByAnswer(
      { username, securityAnswer, newPassword }: SecurityResetPassword,
      visitor: Visitor,
      context: CommandContext,
    ) {
      let quota = accountKeyOf(personal, username)
      const proven = await accounts.prove({ username, ...visitor }, context, async (credential, look) => {
        // A browser that the account knows has a quota of its own, all others share one (T90).
        quota = look.trustedBrowser ?? quota
        await tries.take('answer', quota, context.at)
        return passwords.verify(await answerHashOf(credential?.userId ?? null), answerKey(securityAnswer), look.queued)
      })
      if (!proven.ok) return proven
      const { userId } = proven.credential
      await tries.forget('answer', quota)
      const by = { ...context, actor: userId }
      return changedOr(await accounts.setPassword(userId, newPassword, 'security-answer', by, { visitor }))
    },

    dismiss: async (userId: number, context: CommandContext): Promise<Wrote> =>
      accepted(await handle(userId, { type: 'close-request', userId, how: 'dismissed' }, context)),

    /** Address, question and answer of a signed-in user. A change of what is there already needs the present password (docs/rules.md R111). */
    async change(
      user: SessionUser,
      { email, securityQuestion, securityAnswer, currentPassword }: RecoveryChange,
      visitor: Visitor,
      context: CommandContext,
    ): Promise<({ ok: true; profile: RecoveryProfile } & Wrote) | SecretRefused> {
      const state = await stateOf(user.id)
      const question =
        securityQuestion === undefined && securityAnswer !== undefined ? state.question : securityQuestion
      const isQuestionTouched = question !== undefined && (question !== state.question || securityAnswer !== undefined)
      const isEmailTouched = email !== undefined && (email !== state.email || !state.isConfirmed)
      if (isQuestionTouched && (question === null) !== (securityAnswer === undefined))
        throw wrongField('securityAnswer', 'A question needs its answer, and an answer its question')
      const detail = securityAnswer === undefined ? null : answerProblem(securityAnswer, user.username)
      if (detail !== null) throw wrongField('securityAnswer', detail)
      const replaces =
        (isQuestionTouched && state.question !== null) ||
        (email !== undefined && state.email !== null && email !== state.email)
      if (replaces) {
        if (currentPassword === undefined)
          throw new HttpProblem(403, 'Please give your present password to change this')
        const proven = await accounts.proveOwn(user, currentPassword, visitor, context)
        if (!proven.ok) return proven
      }
      if (isEmailTouched && email !== null) await tries.take('confirm', mailboxKeyOf(personal, email), context.at)
      const writes: Wrote[] = []
      if (isQuestionTouched) writes.push(await changeQuestion(user, question, securityAnswer, context))
      if (isEmailTouched)
        writes.push(accepted(await handle(user.id, { type: 'change-email', userId: user.id, email }, context)))
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

const profileOf = ({ email, isConfirmed, question }: RecoveryState): RecoveryProfile => ({
  email,
  emailConfirmed: email !== null && isConfirmed,
  securityQuestion: question,
})
