import type { LockedAccount } from '../../../../src/areas/accounts/contract.ts'

/** `Unlocks in: N minutes`, singular for one; `Unlocked` at 0 or below (docs/rules.md R76). */
export function unlocksIn(minutes: number): string {
  if (minutes <= 0) return 'Unlocked'
  return `Unlocks in: ${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** Splits records into current locks, soonest to end first, and expired locks, latest first. */
export function splitLockouts(records: readonly LockedAccount[]): {
  locked: LockedAccount[]
  unlocked: LockedAccount[]
} {
  return {
    locked: records
      .filter((record) => record.isCurrentlyLocked)
      .sort((a, b) => a.remainingLockTimeMinutes - b.remainingLockTimeMinutes || a.ip.localeCompare(b.ip)),
    unlocked: records
      .filter((record) => !record.isCurrentlyLocked)
      .sort((a, b) => b.lastAttempt.localeCompare(a.lastAttempt) || a.ip.localeCompare(b.ip)),
  }
}
