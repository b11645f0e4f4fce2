import { notYetTold } from './popups.ts'

const keyOf = (userId: number) => `plp-achievements-${userId}`

/** Of these the ones that this browser has not shown yet, in whichever of its windows; from now on it has. */
export function firstTold<T extends { readonly unlockId: string }>(userId: number, found: readonly T[]): readonly T[] {
  const { fresh, told } = notYetTold(found, read(userId))
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(told))
  } catch {
    // Without storage the server's word that each is told once has to do.
  }
  return fresh
}

function read(userId: number): string[] {
  try {
    const told: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]')
    return Array.isArray(told) ? told.filter((id) => typeof id === 'string') : []
  } catch {
    return []
  }
}
