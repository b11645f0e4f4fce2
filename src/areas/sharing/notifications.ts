import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import { type Names, type NotificationTemplates, partOfPerson, type Sentence } from '../../slice/notifications.ts'
import { withOthers } from '../../slice/words.ts'
import { shareCommentEvents, shareReactionEvents } from './events.ts'

const handled = { ...only(shareReactionEvents, 'ShareLiked'), ...only(shareCommentEvents, 'ShareCommented') }

interface SharePayload {
  readonly what: 'share-liked' | 'share-commented'
  readonly shareId: number
  /** Who did it. */
  readonly personId: number
}

/** Likes and comments, to whose share it is: one entry a share while it is unread (docs/threats.md T83). */
export const sharingNotifications: NotificationTemplates<EventsOf<typeof handled>, SharePayload> = {
  events: typesOf(handled),
  reads: ['sharing'],
  write({ type, data: { shareId, ownerId, userId } }) {
    if (userId === ownerId) return null
    const what = type === 'ShareLiked' ? 'share-liked' : 'share-commented'
    return { kind: 'share', userId: ownerId, payload: { what, shareId, personId: userId } }
  },
  sentences: {
    'share-liked': (_, names, count) => sentence(names, count, count === 1 ? 'New like' : 'New likes', 'liked'),
    'share-commented': (_, names, count) =>
      sentence(names, count, count === 1 ? 'New comment' : 'New comments', 'commented on'),
  },
  subjects: { 'share-liked': subject, 'share-commented': subject },
}

function subject({ what, shareId, personId }: SharePayload) {
  return { subject: `${what} ${shareId}`, part: partOfPerson(personId) }
}

/** A share that is deleted has no page any more. */
const sentence = ({ person, share, shareUrl }: Names, count: number, title: string, did: string): Sentence => ({
  title,
  text: `${withOthers(person, count)} ${did} ${share === null ? 'a share that you have deleted' : `“${share}”`}.`,
  link: shareUrl === null ? null : `/shared/${shareUrl}`,
})
