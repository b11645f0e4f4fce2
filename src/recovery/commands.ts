import type { Accounts, Changed, Refused, Visitor } from '../accounts/commands.ts'
import type { Turn } from '../accounts/hash-line.ts'
import { usernameKey } from '../accounts/username.ts'
import { latestOf, type Wrote, wroteOf } from '../accounts/wrote.ts'
import type {
  AskAdministrator,
  ForgotPassword,
  RecoveryChange,
  RecoveryProfile,
  SecurityResetPassword,
  SelfResetPassword,
} from '../contracts/recovery.ts'
import type { AppTables } from '../database/app-tables.ts'
import type { Database } from '../database/database.ts'
import type { PersonalData } from '../event-log/personal-data.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { EventLog } from '../kernel/event-log.ts'
import type { SessionUser } from '../slice/route.ts'
import { answerKey, answerProblem } from './answer.ts'
import type { Outbox } from './outbox.ts'
import { type RecoveryCommand, type RecoveryState, recovery } from './recovery-decider.ts'
import { recoveryStream } from './streams.ts'
import type { Tries } from './tries.ts'
import type { Wishes } from './wishes.ts'

/** A wrong secret is one of the failed logins of its address. */
export type SecretRefused = Refused<'wrong' | 'locked' | 'not-yet'>

/** Hashes secrets, everybody in their turn. */
export interface Hashing {
  hash(secret: string): Promise<string>
  /** `hashed` null costs the same time and is never true. */
  verify(hashed: string | null, secret: string, turn: Turn): Promise<boolean>
}

type Done = { readonly ok: true; readonly wrote: Wrote | undefined }
type Wrong = { readonly ok: false; readonly rejected: 'token-invalid' }
export type ChangeRefused =
  | { readonly ok: false; readonly rejected: 'password-needed' | 'answer-needed' }
  | { readonly ok: false; readonly rejected: 'bad-answer'; readonly detail: string }
  | SecretRefused

/** Ways back in without a session, and what they need. Throw a 429 where somebody asks too often. */
export interface Recovery {
  /** Whether there is such an account shows in no answer: what comes of it comes later. */
  forgot(asked: ForgotPassword, ip: string, at: string): Promise<void>
  askAdministrator(asked: AskAdministrator, ip: string, at: string): Promise<void>
  /** Fingerprint of the name, once the address may ask for one more question. */
  mayAskQuestion(username: string, ip: string, at: string): Promise<string>
  resetByToken(token: string, password: string, ip: string, context: CommandContext): Promise<Done | Wrong>
  resetByPassword(asked: SelfResetPassword, visitor: Visitor, context: CommandContext): Promise<Done | SecretRefused>
  resetByAnswer(asked: SecurityResetPassword, visitor: Visitor, context: CommandContext): Promise<Done | SecretRefused>
  dismiss(userId: number, context: CommandContext): Promise<Done | { ok: false; rejected: 'no-request' }>
  /** Address, question and answer of a signed-in user. */
  change(
    user: SessionUser,
    asked: RecoveryChange,
    visitor: Visitor,
    context: CommandContext,
  ): Promise<{ ok: true; profile: RecoveryProfile; wrote: Wrote | undefined } | ChangeRefused>
  confirmEmail(
    user: SessionUser,
    token: string,
    context: CommandContext,
  ): Promise<{ ok: true; profile: RecoveryProfile; wrote: Wrote | undefined } | Wrong>
}

export interface RecoveryDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly handler: CommandHandler
  readonly log: Pick<EventLog, 'compare'>
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly accounts: Accounts
  readonly passwords: Hashing
  readonly tries: Tries
  readonly wishes: Wishes
  readonly outbox: Outbox
}

/** The fingerprint of a name, as accounts go by. */
const accountKeyOf = (personal: Pick<PersonalData, 'hmac'>, username: string): string =>
  personal.hmac('username', usernameKey(username))

/** The fingerprint of an address of e-mail: without case. */
export const emailKeyOf = (personal: Pick<PersonalData, 'hmac'>, email: string): string =>
  personal.hmac('email', email.trim().toLowerCase())

/** The fingerprint of whoever gets what is sent to an address: what stands behind a plus is theirs as well. */
const mailboxKeyOf = (personal: Pick<PersonalData, 'hmac'>, email: string): string =>
  emailKeyOf(personal, email.trim().replace(/\+[^@]*@/, '@'))

export function createRecovery(dependencies: RecoveryDependencies): Recovery {
  const { database, handler, log, personal, accounts, passwords, tries, wishes, outbox } = dependencies
  const { pool } = database

  /** The account's counter is that of a name, whoever has it or nobody. */
  async function take(scope: 'mail' | 'help' | null, accountKey: string, ip: string, at: string): Promise<void> {
    await tries.take('ip', personal.hmac('recovery-address', ip), at)
    if (scope !== null) await tries.take(scope, accountKey, at)
  }

  const handle = (userId: number, command: RecoveryCommand, context: CommandContext) =>
    handler.handle(recovery, recoveryStream(userId), command, context)

  /** After the proof the account may have gone, or have another password: then the secret is as wrong as any. */
  const changedOr = (changed: Changed | Refused<string>): Done | SecretRefused =>
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
  ): Promise<Wrote | undefined> {
    if (question === null) await pool.query('delete from app.security_answers where user_id = $1', [user.id])
    else if (answer !== undefined)
      await pool.query(
        // Of an account that ends at this moment nothing is kept.
        `insert into app.security_answers (user_id, answer_hash)
         select user_id, $2 from app.credentials where user_id = $1
         on conflict (user_id) do update set answer_hash = excluded.answer_hash`,
        [user.id, await passwords.hash(answerKey(answer))],
      )
    return wroteOf(await handle(user.id, { type: 'change-question', userId: user.id, question }, context))
  }

  const stateOf = async (userId: number): Promise<RecoveryState> =>
    (await handler.load(recovery, recoveryStream(userId))).state

  return {
    async forgot({ username, email }, ip, at) {
      const account_key = accountKeyOf(personal, username)
      await take('mail', account_key, ip, at)
      const email_key = email ? emailKeyOf(personal, email) : null
      await wishes.note({ kind: 'mail', account_key, email_key, reason: null, at })
    },

    async askAdministrator({ username, reason }, ip, at) {
      const account_key = accountKeyOf(personal, username)
      await take('help', account_key, ip, at)
      await wishes.note({ kind: 'help', account_key, email_key: null, reason, at })
    },

    async mayAskQuestion(username, ip, at) {
      const accountKey = accountKeyOf(personal, username)
      await take(null, accountKey, ip, at)
      return accountKey
    },

    async resetByToken(token, password, ip, context) {
      await take(null, '', ip, context.at)
      const owner = await outbox.ownerOf('reset', token, context.at)
      if (owner === null) return { ok: false, rejected: 'token-invalid' }
      // Used up after the hash, which may be refused where too many wait: the token then works once more.
      const changed = await accounts.setPassword(
        owner,
        password,
        'token',
        { ...context, actor: owner },
        { claim: async () => (await outbox.use('reset', token, context.at)) !== null },
      )
      return changed.ok ? changed : { ok: false, rejected: 'token-invalid' }
    },

    async resetByPassword({ username, currentPassword, newPassword }, visitor, context) {
      const proven = await accounts.provePassword({ username, password: currentPassword, ...visitor }, context)
      if (!proven.ok) return proven
      const { userId, passwordHash } = proven.credential
      const more = { replaces: passwordHash }
      return changedOr(await accounts.setPassword(userId, newPassword, 'self', { ...context, actor: userId }, more))
    },

    async resetByAnswer({ username, securityAnswer, newPassword }, visitor, context) {
      const accountKey = accountKeyOf(personal, username)
      const proven = await accounts.prove({ username, ...visitor }, context, async (credential, turn) => {
        await tries.take('answer', accountKey, context.at)
        return passwords.verify(await answerHashOf(credential?.userId ?? null), answerKey(securityAnswer), turn)
      })
      if (!proven.ok) return proven
      const { userId } = proven.credential
      await tries.forget('answer', accountKey)
      return changedOr(
        await accounts.setPassword(userId, newPassword, 'security-answer', { ...context, actor: userId }),
      )
    },

    async dismiss(userId, context) {
      const handled = await handle(userId, { type: 'close-request', userId, how: 'dismissed' }, context)
      return handled.ok ? { ok: true, wrote: wroteOf(handled) } : { ok: false, rejected: 'no-request' }
    },

    async change(user, { email, securityQuestion, securityAnswer, currentPassword }, visitor, context) {
      const state = await stateOf(user.id)
      const question =
        securityQuestion === undefined && securityAnswer !== undefined ? state.question : securityQuestion
      const isQuestionTouched = question !== undefined && (question !== state.question || securityAnswer !== undefined)
      const isEmailTouched = email !== undefined && (email !== state.email || !state.isConfirmed)
      if (isQuestionTouched && (question === null) !== (securityAnswer === undefined))
        return { ok: false, rejected: 'answer-needed' }
      const detail = securityAnswer === undefined ? null : answerProblem(securityAnswer, user.username)
      if (detail !== null) return { ok: false, rejected: 'bad-answer', detail }
      const replaces =
        (isQuestionTouched && state.question !== null) ||
        (email !== undefined && state.email !== null && email !== state.email)
      if (replaces) {
        if (currentPassword === undefined) return { ok: false, rejected: 'password-needed' }
        const proven = await accounts.provePassword(
          { username: user.username, password: currentPassword, ...visitor },
          context,
        )
        if (!proven.ok) return proven
      }
      if (isEmailTouched && email !== null) await tries.take('confirm', mailboxKeyOf(personal, email), context.at)
      const writes: (Wrote | undefined)[] = []
      if (isQuestionTouched) writes.push(await changeQuestion(user, question, securityAnswer, context))
      if (isEmailTouched)
        writes.push(wroteOf(await handle(user.id, { type: 'change-email', userId: user.id, email }, context)))
      return { ok: true, profile: profileOf(await stateOf(user.id)), wrote: latestOf(writes, log) }
    },

    async confirmEmail(user, token, context) {
      const wrong = { ok: false, rejected: 'token-invalid' } as const
      if ((await outbox.ownerOf('confirm', token, context.at)) !== user.id) return wrong
      const used = await outbox.use('confirm', token, context.at)
      if (used?.version == null) return wrong
      const command = { type: 'confirm-email', userId: user.id, version: used.version } as const
      const handled = await handle(user.id, command, context)
      return handled.ok ? { ok: true, profile: profileOf(handled.state), wrote: wroteOf(handled) } : wrong
    },
  }
}

const profileOf = ({ email, isConfirmed, question }: RecoveryState): RecoveryProfile => ({
  email,
  emailConfirmed: email !== null && isConfirmed,
  securityQuestion: question,
})
