import { type EventsOf, only, typesOf } from '../../kernel/declared-events.ts'
import type { Recorded } from '../../kernel/event.ts'
import type { EventLog } from '../../kernel/event-log.ts'
import type { NotificationTemplates } from '../../slice/notifications.ts'
import type { FeedbackStatus } from './contract.ts'
import { type FeedbackEvent, feedbackEvents } from './events.ts'
import { type FeedbackState, feedbackDecider } from './feedback-decider.ts'

const handled = only(feedbackEvents, 'FeedbackAnswered')
type Answered = EventsOf<typeof handled>

interface AnswerPayload {
  readonly what: 'feedback-answered'
  readonly feedbackId: number
  readonly title: string
  readonly status: FeedbackStatus
  /** There is an answer that was not there before; else only the status has changed. */
  readonly isAnswered: boolean
}

const WORDS: Readonly<Record<FeedbackStatus, string>> = {
  open: 'open',
  'in-progress': 'in progress',
  resolved: 'resolved',
  closed: 'closed',
}

/** What administrators say to a feedback, told to its author. */
export const feedbackNotifications: NotificationTemplates<Answered, AnswerPayload> = {
  events: typesOf(handled),
  reads: [],
  async write(event, { log }) {
    const before = await stateBefore(log, event)
    if (before.status === 'none' || before.userId === event.metadata.actor) return null
    const { feedbackId, status, adminResponse } = event.data
    const isAnswered = adminResponse !== null && adminResponse !== before.adminResponse
    // An answer that was only taken back is nothing to read.
    if (!isAnswered && status === before.status) return null
    const payload = { what: 'feedback-answered', feedbackId, title: before.title, status, isAnswered } as const
    return { kind: 'feedback', userId: before.userId, payload }
  },
  sentences: {
    'feedback-answered'({ title, status, isAnswered }) {
      const link = '/feedback?show=mine'
      if (!isAnswered) return { title: 'Feedback updated', text: `“${title}” is ${WORDS[status]} now.`, link }
      const text = `An administrator has answered “${title}”. It is ${WORDS[status]} now.`
      return { title: 'Feedback answered', text, link }
    },
  },
  subjects: {
    'feedback-answered': ({ feedbackId }) => ({ subject: `feedback-answered ${feedbackId}`, part: null }),
  },
}

async function stateBefore(
  log: Pick<EventLog, 'readStream'>,
  { stream, revision }: Recorded<Answered>,
): Promise<FeedbackState> {
  const events = (await log.readStream(stream)) as readonly Recorded<FeedbackEvent>[]
  return events
    .filter((event) => event.revision < revision)
    .reduce<FeedbackState>(feedbackDecider.evolve, feedbackDecider.initialState)
}
