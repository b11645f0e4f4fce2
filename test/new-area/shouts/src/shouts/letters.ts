import type { Letters } from '../slice/letters.ts'
import { often } from '../slice/words.ts'
import type { ShoutEvent } from './events.ts'

interface ShoutNotice {
  readonly what: 'shouted-at'
  readonly personId: number
}

/** Who is shouted at is told. */
export const shoutLetters: Letters<ShoutEvent, ShoutNotice> = {
  events: ['Shouted'],
  reads: [],
  write: ({ data: { userId, playerId } }) => ({
    kind: 'league',
    userId: playerId,
    notice: { what: 'shouted-at', personId: userId },
  }),
  sentences: {
    'shouted-at': (_notice, { person }, count) => ({
      title: 'A shout',
      text: `${person ?? 'A deleted user'} shouted at you${often(count)}.`,
      link: '/shouts',
    }),
  },
  subjects: { 'shouted-at': ({ personId }) => ({ subject: `shouted-at ${personId}`, part: null }) },
}
