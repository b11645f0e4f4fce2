import { type Heard, type Hearing, heardIn } from '../kernel/event.ts'
import type { Letters, Names, Sentence } from '../slice/letters.ts'
import { withOthers } from '../slice/words.ts'
import type { ShareCommentEvent, ShareReactionEvent } from './events.ts'

type Known = ShareReactionEvent | ShareCommentEvent
const hearing = {
  ShareLiked: true,
  ShareUnliked: false,
  SharePassedOn: false,
  ShareCommented: true,
  ShareCommentDeleted: false,
  ShareCommentReported: false,
} as const satisfies Hearing<Known>

interface OfShare {
  readonly shareId: number
  /** Who did it. */
  readonly personId: number
}

type ShareNotice = ({ readonly what: 'share-liked' } & OfShare) | ({ readonly what: 'share-commented' } & OfShare)

/** Likes and comments, to whose share it is: one entry a share while it is unread (docs/threats.md T83). */
export const sharingLetters: Letters<Heard<Known, typeof hearing>, ShareNotice> = {
  events: heardIn(hearing),
  reads: ['sharing'],
  write({ type, data: { shareId, ownerId, userId } }) {
    if (userId === ownerId) return null
    const what = type === 'ShareLiked' ? 'share-liked' : 'share-commented'
    return { kind: 'share', userId: ownerId, notice: { what, shareId, personId: userId } }
  },
  sentences: {
    'share-liked': (_, names, count) => sentence(names, count, count === 1 ? 'New like' : 'New likes', 'liked'),
    'share-commented': (_, names, count) =>
      sentence(names, count, count === 1 ? 'New comment' : 'New comments', 'commented on'),
  },
  subjects: {
    'share-liked': ({ shareId, personId }) => ({ subject: `share-liked ${shareId}`, part: `person ${personId}` }),
    'share-commented': ({ shareId, personId }) => ({
      subject: `share-commented ${shareId}`,
      part: `person ${personId}`,
    }),
  },
}

/** A share that is deleted has no page any more. */
const sentence = ({ person, share, shareUrl }: Names, count: number, title: string, did: string): Sentence => ({
  title,
  text: `${withOthers(person, count)} ${did} ${share === null ? 'a share that you have deleted' : `“${share}”`}.`,
  link: shareUrl === null ? null : `/shared/${shareUrl}`,
})
