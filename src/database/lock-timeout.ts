/** Other roles can hold locks on the tables they read without limit, so DDL fails after this timeout and is retried. */
export const LOCK_TIMEOUT = "set local lock_timeout to '2s'"

/** True if a statement failed because of the lock timeout. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03'
