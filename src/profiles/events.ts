import type { Event } from '../kernel/event.ts'

/**
 * Stream `profile-{userId}`: what a person says of themselves. Names, bio, location and phone are under the person's key. Of a picture the
 * log has the name of its file and never the bytes.
 */
export type ProfileEvent =
  /** Both names as they are from then on. */
  | Event<'NameChanged', { userId: number; firstName: string | null; lastName: string | null }>
  /** What is left out stays; null takes it away. `favoriteTeam` is a club. */
  | Event<
      'ProfileChanged',
      {
        userId: number
        bio?: string | null
        location?: string | null
        phone?: string | null
        favoriteTeam?: number | null
      }
    >
  /** `replaced`: the file that it takes the place of. */
  | Event<'AvatarChanged', { userId: number; name: string; replaced: string | null }>
  | Event<'AvatarRemoved', { userId: number; name: string }>
