import type { Person } from '../../src/contracts/common.ts'

/** Somebody who has said no more of themselves than their username. */
export const named = (username: string): Person => ({ username, displayName: username, profileImage: null })
