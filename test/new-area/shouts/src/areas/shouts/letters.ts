import type { Letters } from '../../slice/letters.ts'
import type { ShoutEvent } from './events.ts'

interface ShoutNotice {
  readonly what: 'shout-received'
  readonly personId: number
}

/** Notifies the player a shout is for. */
export const shoutLetters: Letters<ShoutEvent, ShoutNotice> = {
  events: ['ShoutPosted'],
  reads: [],
  write: ({ data: { userId, playerId } }) => ({
    kind: 'league',
    userId: playerId,
    notice: { what: 'shout-received', personId: userId },
  }),
  sentences: {
    'shout-received': (_notice, { person }, count) => ({
      title: 'A shout',
      text: `${person ?? 'A deleted user'} sent you ${count === 1 ? 'a shout' : `${count} shouts`}.`,
      link: '/shouts',
    }),
  },
  subjects: { 'shout-received': ({ personId }) => ({ subject: `shout-received ${personId}`, part: null }) },
}
