import type { CommandContext, CommandHandler } from '../../kernel/command-handler.ts'
import type { Ids } from '../../kernel/ids.ts'
import { quota } from '../../kernel/quota.ts'
import type { FeedbackCreate, FeedbackPatch } from './contract.ts'
import { feedbackIds, feedbackStream, feedbackVoteStream } from './events.ts'
import { type FeedbackCommand, feedbackDecider } from './feedback-decider.ts'
import { type VoteCommand, voteDecider } from './vote-decider.ts'

/** Limits per player. */
export const quotas = {
  feedback: quota('feedback', { perDay: 20 }, 'You have sent feedback 20 times today. Come back tomorrow.'),
  /** Votes and retractions. */
  feedbackVotes: quota('feedback-votes', { perMinute: 60, perDay: 300 }, 'You are voting too fast. Try again later.'),
}

/** Commands of feedback. They throw `EventLogUnavailable` if the log is unreachable. */
export function createFeedback({
  handler,
  ids,
}: {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
}) {
  const handle = (feedbackId: number, command: FeedbackCommand, context: CommandContext) =>
    handler.handle(feedbackDecider, feedbackStream(feedbackId), command, context)

  async function handleVote(type: VoteCommand['type'], feedbackId: number, userId: number, context: CommandContext) {
    const stream = feedbackVoteStream(feedbackId, userId)
    const [{ state }, loaded] = await Promise.all([
      handler.load(feedbackDecider, feedbackStream(feedbackId)),
      handler.load(voteDecider, stream),
    ])
    return handler.handle(voteDecider, stream, { type, feedbackId, userId, feedback: state }, context, loaded)
  }

  return {
    async submit(userId: number, { category, title, description, priority }: FeedbackCreate, context: CommandContext) {
      const feedbackId = await ids.next(feedbackIds, context)
      const fields = { category, title, description, priority }
      return handle(feedbackId, { type: 'submit', feedbackId, userId, ...fields }, context)
    },
    /** Sets the status, the answer, or both, as an administrator. An empty text removes the answer. */
    answer: (feedbackId: number, by: number, { status, adminResponse }: FeedbackPatch, context: CommandContext) =>
      handle(
        feedbackId,
        { type: 'answer', by, status, adminResponse: adminResponse === '' ? null : adminResponse },
        context,
      ),
    vote: (feedbackId: number, userId: number, context: CommandContext) =>
      handleVote('vote', feedbackId, userId, context),
    retractVote: (feedbackId: number, userId: number, context: CommandContext) =>
      handleVote('retract', feedbackId, userId, context),
  }
}

export type FeedbackCommands = ReturnType<typeof createFeedback>
