/** A name, or what stands for it once the account is gone. */
export const nameOf = (username: string | null): string => username ?? 'Deleted user'
