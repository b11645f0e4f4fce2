/** The stream of the account behind a name; `accountKey` is the name's fingerprint. */
export const accountStream = (accountKey: string): string => `account-${accountKey}`
