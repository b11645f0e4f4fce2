/**
 * A person in a sentence or on a picture. Anybody may take a display name that looks like another player's username, so their own username
 * stands beside it where the two differ (docs/threats.md T91).
 */
export const nameInText = ({ displayName, username }: Readonly<Record<'displayName' | 'username', string>>): string =>
  displayName === username ? username : `${displayName} @${username}`

/** What stands in the place of a name whose user is deleted. Nobody can be called so: no name has a space. */
export const DELETED_USER = 'Deleted user'
