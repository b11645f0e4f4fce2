/** The file of a picture, as an address has it: a name of 128 random bits, so that nobody finds one without its address (docs/threats.md T66). */
export const AVATAR_FILE = /^([\w-]{22})\.webp$/

/** Where a picture is to be had. */
export const avatarUrlOf = (name: string): string => `/api/avatars/${name}.webp`
