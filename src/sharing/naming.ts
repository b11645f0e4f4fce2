import type { NamingOf } from '../kernel/naming.ts'
import type { ShareCommentEvent, ShareEvent, ShareReactionEvent, ShareViewsEvent } from './events.ts'

/** Whom the events of shares name. */
export const sharingNaming: NamingOf<ShareEvent | ShareCommentEvent | ShareReactionEvent | ShareViewsEvent> = {
  PredictionsShared: { people: ['userId'], own: 'userId', secret: ['token'] },
  ShareDeleted: { people: ['by'] },
  ShareReported: { people: ['reporterId'], isConfidential: true },
  ShareCommented: { people: ['userId', 'ownerId'], own: 'userId' },
  ShareCommentDeleted: { people: ['by'] },
  ShareCommentReported: { people: ['reporterId'], isConfidential: true },
  ShareLiked: { people: ['userId', 'ownerId'], own: 'userId' },
  ShareUnliked: { people: ['userId'], own: 'userId' },
  SharePassedOn: { people: ['userId'], own: 'userId' },
  SharesViewed: { people: [] },
}
