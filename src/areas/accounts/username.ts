/** Prefix, in any case, that is reserved for the testing tool (docs/rules.md R48). */
const RESERVED_PREFIX = 'test_'
const ALLOWED = /^[A-Za-z0-9_.-]{3,30}$/

/** The key by which usernames are compared (T1): compatibility forms folded, trimmed, lower case. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}

/** True if a username has the allowed characters and length (docs/rules.md R48). */
export function isValidUsername(username: string): boolean {
  return ALLOWED.test(username)
}

/** True for names that only the testing tool may register. */
export function isReservedUsername(username: string): boolean {
  return usernameKey(username).startsWith(RESERVED_PREFIX)
}
