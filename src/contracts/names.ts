/**
 * The name of a person in a sentence or picture. A display name may imitate another player's username, so the username follows if
 * the two differ (docs/threats.md T91).
 */
export const nameInText = ({ displayName, username }: Readonly<Record<'displayName' | 'username', string>>): string =>
  displayName === username ? username : `${displayName} @${username}`

/** Replaces the name of a deleted user. No username can equal it, because usernames have no spaces. */
export const DELETED_USER = 'Deleted user'

/** Name of a player on a past board whose account is deleted. */
export const DELETED_PLAYER = 'Deleted player'
