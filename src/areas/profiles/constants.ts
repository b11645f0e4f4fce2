/** Maximum lengths of profile fields in characters, for server and form (docs/rules.md R131). */
export const PROFILE_LIMITS = { name: 50, bio: 500, location: 100, phone: 30 } as const

/** Maximum size in bytes and media types of an uploaded picture (docs/rules.md R133). */
export const AVATAR_LIMITS = {
  bytes: 5 * 1024 * 1024,
  types: ['image/jpeg', 'image/png', 'image/gif', 'image/webp'],
} as const

/** Error messages about pictures, for server and form. */
export const AVATAR_PROBLEMS = {
  invalid: 'Invalid File: Please select an image file (JPG, PNG, GIF)',
  tooLarge: 'File Too Large: Please select an image smaller than 5MB',
} as const
