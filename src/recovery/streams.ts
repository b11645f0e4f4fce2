export const recoveryStream = (userId: number): string => `recovery-${userId}`
