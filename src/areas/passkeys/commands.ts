import type { AppTables } from '../../database/app-tables.ts'
import type { Database } from '../../database/database.ts'
import type { PersonalData } from '../../event-log/personal-data.ts'
import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import { quota } from '../../kernel/quota.ts'
import type { SignedInUser } from '../../slice/route.ts'
import type { Accounts, SignInVisitor } from '../accounts/commands.ts'
import type { Ceremony, Challenges } from './challenges.ts'
import type { OwnPasskey, PasskeyCreate, PasskeyLogin } from './contract.ts'
import { passkeysStream } from './events.ts'
import { type PasskeyCommand, type PasskeyRefusal, passkeyDecider } from './passkey-decider.ts'
import type { RelyingParty } from './relying-party.ts'
import { challengeIn, creationOptions, requestOptions, verifyCreation, verifyLogin } from './webauthn.ts'

export const quotas = {
  /** Passkeys added and removed. */
  passkeys: quota(
    'passkeys',
    { perHour: 10, perDay: 20 },
    'You have changed your passkeys too often. Try again later.',
  ),
}

export type PasskeyProblem = PasskeyRefusal | 'not-right'

/** Sessions as far as passkeys end them. */
interface PasskeySessions {
  endOfPasskey(userId: number, passkey: string, exceptSessionId: string): Promise<void>
}

interface PasskeysDependencies {
  readonly database: Pick<Database, 'pool'>
  readonly handler: CommandHandler
  readonly personal: Pick<PersonalData, 'hmac'>
  readonly challenges: Challenges
  readonly accounts: Pick<Accounts, 'loginByPasskey'>
  readonly sessions: PasskeySessions
}

const refused = <Problem extends PasskeyProblem>(rejected: Problem) => ({ ok: false, rejected }) as const

type Row = Pick<AppTables['app.passkeys'], 'credential' | 'user_id' | 'sign_count' | 'last_used_at'>

/**
 * Commands of passkeys. Whether one is valid follows from the log; `app.passkeys` has its owner and counter. They throw
 * `EventLogUnavailable` if the log cannot be reached.
 */
export function createPasskeys({ database, handler, personal, challenges, accounts, sessions }: PasskeysDependencies) {
  const { pool } = database
  const keyOf = (credentialId: string): string => personal.hmac('passkey', credentialId)
  const passkeysOf = async (userId: number) =>
    (await handler.load(passkeyDecider, passkeysStream(userId))).state.passkeys
  const handle = (command: PasskeyCommand, context: CommandContext) =>
    handler.handle(passkeyDecider, passkeysStream(command.userId), command, context)

  const addingIn = (sessionId: string): Ceremony => ({ purpose: 'add', boundTo: sessionId })
  const signInFrom = (device: string): Ceremony => ({ purpose: 'sign-in', boundTo: device })

  /** The challenge of a response, which is then used up; null if it is not one of this ceremony. */
  async function usedChallenge(clientDataJSON: string, ceremony: Ceremony, at: string): Promise<string | null> {
    const challenge = await challengeIn(clientDataJSON)
    return challenge !== null && (await challenges.use(challenge, ceremony, at)) ? challenge : null
  }

  async function isRight(
    { user_id: userId, sign_count: signCount, credential }: Row,
    response: PasskeyLogin['credential'],
    party: RelyingParty,
    device: string | null,
    at: string,
  ): Promise<boolean> {
    if (device === null) return false
    const challenge = await usedChallenge(response.response.clientDataJSON, signInFrom(device), at)
    if (challenge === null) return false
    const passkey = (await passkeysOf(userId)).find(({ credentialId }) => credentialId === response.id)
    if (passkey?.publicKey == null) return false
    const { publicKey } = passkey
    const counted = await verifyLogin(response, party, challenge, { credentialId: response.id, publicKey, signCount })
    if (counted === null) return false
    // Compares again: another node may have accepted a signature of the same counter meanwhile.
    const { rowCount } = await pool.query(
      `update app.passkeys set sign_count = $2, last_used_at = $3
       where credential = $1 and (sign_count < $2 or sign_count = 0 and $2 = 0)`,
      [credential, counted, at],
    )
    return rowCount === 1
  }

  return {
    /** The player's passkeys, oldest first. */
    async listOf(userId: number): Promise<OwnPasskey[]> {
      const passkeys = await passkeysOf(userId)
      const { rows } = await pool.query<Row>('select credential, last_used_at from app.passkeys where user_id = $1', [
        userId,
      ])
      const lastUses = new Map(rows.map(({ credential, last_used_at }) => [credential, last_used_at]))
      return passkeys.map(({ passkeyId: id, name, addedAt, credentialId }) => ({
        ...{ id, name: name ?? '', addedAt },
        lastUsedAt: lastUses.get(keyOf(credentialId ?? '')) ?? null,
      }))
    },

    /** Options for the browser to create a passkey within this session. */
    async beginAdding({ id, username, sessionId }: SignedInUser, party: RelyingParty, at: string) {
      const credentialIds = (await passkeysOf(id)).flatMap(({ credentialId }) => credentialId ?? [])
      // Authenticators store the handle without protection, so it does not identify the player.
      const handle = personal.hmac('passkey-user', `${id}`)
      return creationOptions(party, { username, handle, credentialIds }, challenges.create(addingIn(sessionId), at))
    },

    async add(
      { id: userId, sessionId }: SignedInUser,
      { name, credential: response }: PasskeyCreate,
      party: RelyingParty,
      context: CommandContext,
    ) {
      const { at } = context
      const challenge = await usedChallenge(response.response.clientDataJSON, addingIn(sessionId), at)
      const created = challenge === null ? null : await verifyCreation(response, party, challenge)
      if (created === null) return refused('not-right')
      const { credentialId, publicKey, signCount } = created
      // Precedes the event: a row without a passkey in the log is of no use. Nothing is stored for an account being deleted.
      const { rowCount } = await pool.query(
        `insert into app.passkeys (credential, user_id, sign_count)
         select $1, user_id, $3 from app.credentials where user_id = $2 for key share on conflict do nothing`,
        [keyOf(credentialId), userId, signCount],
      )
      if (!rowCount) return refused('already-added')
      const added = await handle({ type: 'add', userId, name, credentialId, publicKey, at }, context)
      if (!added.ok) await pool.query('delete from app.passkeys where credential = $1', [keyOf(credentialId)])
      return added
    },

    /** Removes a passkey and ends the sessions that it opened, except the present one. */
    async remove({ id: userId, sessionId }: SignedInUser, passkeyId: number, context: CommandContext) {
      const passkey = (await passkeysOf(userId)).find((each) => each.passkeyId === passkeyId)
      if (!passkey) return refused('no-passkey')
      const key = keyOf(passkey.credentialId ?? '')
      // Precedes the event, like a change of the password: from here on it opens no session, on any node.
      await pool.query('delete from app.passkeys where credential = $1', [key])
      await sessions.endOfPasskey(userId, key, sessionId)
      return handle({ type: 'remove', userId, passkeyId }, context)
    },

    /** Options for the browser to sign in. `device`: the number in the browser's cookie. */
    beginLogin: (device: string, party: RelyingParty, at: string) =>
      requestOptions(party, challenges.create(signInFrom(device), at)),

    async login(
      { credential: response }: PasskeyLogin,
      party: RelyingParty,
      visitor: SignInVisitor,
      context: CommandContext,
    ) {
      const passkey = keyOf(response.id)
      const { rows } = await pool.query<Row>(
        'select credential, user_id, sign_count from app.passkeys where credential = $1',
        [passkey],
      )
      const [row] = rows
      return accounts.loginByPasskey({ userId: row?.user_id ?? null, passkey, ...visitor }, context, async () =>
        row === undefined ? false : isRight(row, response, party, visitor.device, context.at),
      )
    },
  }
}

export type Passkeys = ReturnType<typeof createPasskeys>
