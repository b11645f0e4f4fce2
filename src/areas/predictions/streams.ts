/** Returns the stream name of a user's prediction for a fixture. */
export const predictionStream = (userId: number, fixtureId: number): string => `prediction-${userId}-${fixtureId}`
