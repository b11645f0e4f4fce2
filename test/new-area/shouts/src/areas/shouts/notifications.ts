import type { NotificationTemplates } from '../../slice/notifications.ts'
import type { ShoutEvent } from './events.ts'

interface ShoutPayload {
  readonly what: 'shout-received'
  readonly personId: number
}

/** Notifies the recipient of a shout. */
export const shoutNotifications: NotificationTemplates<ShoutEvent, ShoutPayload> = {
  events: ['ShoutPosted'],
  reads: [],
  write: ({ data: { userId, playerId } }) => ({
    kind: 'league',
    userId: playerId,
    payload: { what: 'shout-received', personId: userId },
  }),
  sentences: {
    'shout-received': (_payload, { person }, count) => ({
      title: 'A shout',
      text: `${person ?? 'A deleted user'} sent you ${count === 1 ? 'a shout' : `${count} shouts`}.`,
      link: '/shouts',
    }),
  },
  subjects: { 'shout-received': ({ personId }) => ({ subject: `shout-received ${personId}`, part: null }) },
}
