import { byCall, byPicture, type EventsOf, event } from '../../kernel/declared-events.ts'

export const profileStream = (userId: number): string => `profile-${userId}`

/**
 * Stream `profile-{userId}`: what a person says of themselves. Names, bio, location and phone are under the person's key. Of a picture the
 * log has the name of its file and never the bytes.
 */
export const profileEvents = {
  /** Both names as they are from then on. */
  NameChanged: event<{ userId: number; firstName: string | null; lastName: string | null }>({
    encrypted: { subject: 'userId', fields: ['firstName', 'lastName'] },
    test: byCall('PUT /api/profile', { accepts: ['firstName', 'lastName'] }),
  }),
  /** What is left out stays; null takes it away. `favoriteTeam` is a club. */
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
  /** `replaced`: the file that it takes the place of. */
  AvatarChanged: event<{ userId: number; name: string; replaced: string | null }>({ test: byPicture }),
  AvatarRemoved: event<{ userId: number; name: string }>({ test: byCall('DELETE /api/user/avatar') }),
}
export type ProfileEvent = EventsOf<typeof profileEvents>
