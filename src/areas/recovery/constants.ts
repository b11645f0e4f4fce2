/** Minimum length of a new password: with a token from a mail, or with a secret (docs/rules.md R110, R112). */
export const LEAST_PASSWORD = { token: 6, secret: 8 } as const
/** Maximum length of the reason of a request to the administrators. */
export const MOST_REASON = 500
