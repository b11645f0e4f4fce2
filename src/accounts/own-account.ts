import type { CommandContext } from '../kernel/command-handler.ts'
import type { SignedInUser } from '../slice/route.ts'
import type { AccountRefusal } from './account-decider.ts'
import type { Accounts, Changed, Proven, Refused, Visitor } from './commands.ts'
import type { Lockouts } from './lockouts.ts'

type WrongSecret = Refused<'wrong' | 'locked' | 'not-yet'>

/** What players do with their own account, once they have said who they are again. */
export interface OwnAccount {
  /** Ends all other sessions. */
  changePassword(
    user: SignedInUser,
    given: { readonly currentPassword: string; readonly newPassword: string },
    visitor: Visitor,
    context: CommandContext,
  ): Promise<Changed | WrongSecret>
  delete(
    user: SignedInUser,
    password: string,
    visitor: Visitor,
    context: CommandContext,
  ): Promise<Changed | WrongSecret | Refused<AccountRefusal | 'last-administrator'>>
}

interface OwnAccountDependencies {
  readonly accounts: Pick<Accounts, 'provePassword' | 'setPassword' | 'deleteUser'>
  readonly lockouts: Pick<Lockouts, 'remember'>
}

export function createOwnAccount({ accounts, lockouts }: OwnAccountDependencies): OwnAccount {
  /** A wrong password is one of the failed logins of its address (docs/threats.md T20). */
  async function prove(
    { id, username }: SignedInUser,
    password: string,
    visitor: Visitor,
    context: CommandContext,
  ): Promise<Proven | WrongSecret> {
    const proven = await accounts.provePassword({ username, password, ...visitor }, context)
    // The name has begun a new life while this one's last session still asked.
    return proven.ok && proven.credential.userId !== id ? { ok: false, rejected: 'wrong' } : proven
  }

  return {
    async changePassword(user, { currentPassword, newPassword }, visitor, context) {
      const proven = await prove(user, currentPassword, visitor, context)
      if (!proven.ok) return proven
      const changed = await accounts.setPassword(user.id, newPassword, 'self', context, {
        keeps: user.sessionId,
        replaces: proven.credential.passwordHash,
      })
      // The account was deleted meanwhile, or has another password: then none or this one is not right.
      if (!changed.ok) return { ok: false, rejected: 'wrong' }
      // A new password forgets where the account was at home, and here it is.
      await lockouts.remember(user.id, user.username, visitor, context.at)
      return changed
    },

    async delete(user, password, visitor, context) {
      const proven = await prove(user, password, visitor, context)
      if (!proven.ok) return proven
      return accounts.deleteUser(user.id, context, { isOwn: true })
    },
  }
}
