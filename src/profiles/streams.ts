export const profileStream = (userId: number): string => `profile-${userId}`
