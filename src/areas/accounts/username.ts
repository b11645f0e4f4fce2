/** Names beginning so, in any case, are the testing tool's (docs/rules.md R48). */
const RESERVED_PREFIX = 'test_'
const ALLOWED = /^[A-Za-z0-9_.-]{3,30}$/

/** What makes two usernames the same (T1): compatibility forms folded, trimmed, without case. */
export function usernameKey(username: string): string {
  return username.normalize('NFKC').trim().toLowerCase()
}

/** True for the letters and the length a username may have (docs/rules.md R48). */
export function isValidUsername(username: string): boolean {
  return ALLOWED.test(username)
}

/** True for names that only the testing tool may register. */
export function isReservedUsername(username: string): boolean {
  return usernameKey(username).startsWith(RESERVED_PREFIX)
}
