import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Recorded } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import type { FeedbackStatus } from './contract.ts'
import { type FeedbackEvent, feedbackEvents } from './events.ts'
import { type FeedbackState, feedbackDecider } from './feedback-decider.ts'

const handled = only(feedbackEvents, 'FeedbackAnswered')
type HandledEvent = EventsOf<typeof handled>

interface AnswerPayload {
  readonly what: 'feedback-answered'
  readonly feedbackId: number
  readonly title: string
  readonly status: FeedbackStatus
  /** True: there is a new answer. False: only the status has changed. */
  readonly isAnswered: boolean
}

const WORDS: Readonly<Record<FeedbackStatus, string>> = {
  open: 'open',
  'in-progress': 'in progress',
  resolved: 'resolved',
  closed: 'closed',
}

/** Notifications for authors of feedback about answers and status changes. */
export const feedbackNotifications: NotificationTemplates<HandledEvent, AnswerPayload> = {
  events: typesOf(handled),
  reads: [],
  async write(event, { log }) {
    const before = await stateBefore(log, event)
    if (before.status === 'none' || before.userId === event.metadata.actor) return null
    const { feedbackId, status, adminResponse } = event.data
    const isAnswered = adminResponse !== null && adminResponse !== before.adminResponse
    // A removed answer alone needs no notification.
    if (!isAnswered && status === before.status) return null
    const payload = { what: 'feedback-answered', feedbackId, title: before.title, status, isAnswered } as const
    return { kind: 'feedback', userId: before.userId, payload }
  },
  sentences: {
    'feedback-answered'({ title, status, isAnswered }) {
      const link = '/feedback?show=mine'
      if (!isAnswered) return { title: 'Feedback updated', text: `“${title}” is now ${WORDS[status]}.`, link }
      const text = `You have an answer to “${title}”. It is now ${WORDS[status]}.`
      return { title: 'Feedback answered', text, link }
    },
  },
  subjects: {
    'feedback-answered': ({ feedbackId }) => ({ subject: `feedback-answered ${feedbackId}`, part: null }),
  },
}

async function stateBefore(
  log: Pick<EventLog, 'readStream'>,
  { stream, revision }: Recorded<HandledEvent>,
): Promise<FeedbackState> {
  const events = (await log.readStream(stream)) as readonly Recorded<FeedbackEvent>[]
  return events
    .filter((event) => event.revision < revision)
    .reduce<FeedbackState>(feedbackDecider.evolve, feedbackDecider.initialState)
}
