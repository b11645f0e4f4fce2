/** A player has an achievement once: the stream is the uniqueness rule. */
export const achievementStream = (userId: number, achievementId: string): string =>
  `achievement-${userId}-${achievementId}`

export const CATALOGUE_STREAM = 'achievement-catalogue'
