import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import { type Names, type NotificationTemplates, partOfPerson, type Sentence } from '../../slice/notifications.ts'
import { withOthers } from '../../slice/words.ts'
import { shareCommentEvents, shareReactionEvents } from './events.ts'

const handled = { ...only(shareReactionEvents, 'ShareLiked'), ...only(shareCommentEvents, 'ShareCommented') }

interface SharePayload {
  readonly what: 'share-liked' | 'share-commented'
  readonly shareId: number
  /** The player who liked or commented. */
  readonly personId: number
}

/** Notifies the owner of a share of likes and comments, with one entry per share while it is unread (docs/threats.md T83). */
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

/** Without a link if the share is deleted. */
const sentence = ({ person, share, shareUrl }: Names, count: number, title: string, did: string): Sentence => ({
  title,
  text: `${withOthers(person, count)} ${did} ${share === null ? 'a share you have deleted' : `“${share}”`}.`,
  link: shareUrl === null ? null : `/shared/${shareUrl}`,
})
