import { byCall, byPicture, type EventsOf, event } from '../../kernel/declared-events.ts'

export const profileStream = (userId: number): string => `profile-${userId}`

/**
 * Events of stream `profile-{userId}`. Names, bio, location and phone are encrypted with the person's key. The log contains the file name
 * of a picture, never its bytes.
 */
export const profileEvents = {
  /** Both names after the change. */
  NameChanged: event<{ userId: number; firstName: string | null; lastName: string | null }>({
    encrypted: { subject: 'userId', fields: ['firstName', 'lastName'] },
    test: byCall('PUT /api/profile', { accepts: ['firstName', 'lastName'] }),
  }),
  /** Missing fields stay unchanged; null clears a field. `favoriteTeam`: id of a club. */
  ProfileChanged: event<{
    userId: number
    bio?: string | null
    location?: string | null
    phone?: string | null
    favoriteTeam?: number | null
  }>({
    encrypted: { subject: 'userId', fields: ['bio', 'location', 'phone'] },
    test: byCall('PUT /api/profile', { accepts: ['bio', 'location', 'phone', 'favoriteTeam'] }),
  }),
  /** `replaced`: file name of the previous picture. */
  AvatarChanged: event<{ userId: number; name: string; replaced: string | null }>({ test: byPicture }),
  AvatarRemoved: event<{ userId: number; name: string }>({ test: byCall('DELETE /api/user/avatar') }),
}
export type ProfileEvent = EventsOf<typeof profileEvents>
