/** Most passkeys of a player (docs/rules.md R393). */
export const MOST_PASSKEYS = 10
/** Most characters of a passkey's name. */
export const LONGEST_NAME = 40
