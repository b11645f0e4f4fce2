/** `prediction-{user}-{fixture}`: one prediction of one user for one fixture. */
export const predictionStream = (userId: number, fixtureId: number): string => `prediction-${userId}-${fixtureId}`
