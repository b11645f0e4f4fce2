/** Other roles can hold locks on what they read for as long as they like: DDL gives up after this, and is tried again later. */
export const LOCK_TIMEOUT = "set local lock_timeout to '2s'"

/** Whether a statement gave up waiting for a lock. */
export const isLockTimeout = (error: unknown): boolean => (error as { code?: string }).code === '55P03'
