import type { Person } from '../../src/contracts/common.ts'

/** A person who has given only a username. */
export const named = (username: string): Person => ({ username, displayName: username, profileImage: null })
