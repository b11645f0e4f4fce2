import type { FeedbackCreate, FeedbackPatch } from '../contracts/feedback.ts'
import type { CommandContext, CommandHandler } from '../kernel/command-handler.ts'
import type { Position } from '../kernel/event.ts'
import type { Ids } from '../kernel/ids.ts'
import { type FeedbackCommand, type FeedbackRefusal, type FeedbackState, feedback } from './feedback-decider.ts'
import { feedbackIds } from './ids.ts'
import { feedbackStream, feedbackVoteStream } from './streams.ts'
import { feedbackVote, type VoteCommand, type VoteRefusal } from './vote-decider.ts'

interface Done<State> {
  readonly ok: true
  readonly state: State
  /** null: nothing changed. */
  readonly position: Position | null
  readonly types: readonly string[]
}

export type Submitted = Exclude<FeedbackState, { status: 'none' }>
export type FeedbackOutcome = Done<Submitted> | { readonly ok: false; readonly rejected: FeedbackRefusal }
export type VoteOutcome = Done<{ hasVoted: boolean }> | { readonly ok: false; readonly rejected: VoteRefusal }

/** Commands of feedback. Throw `EventLogUnavailable` where the log is away. */
export interface FeedbackCommands {
  submit(userId: number, said: FeedbackCreate, context: CommandContext): Promise<FeedbackOutcome>
  /** Status, answer, or both, by an administrator. */
  answer(feedbackId: number, by: number, patch: FeedbackPatch, context: CommandContext): Promise<FeedbackOutcome>
  vote(feedbackId: number, userId: number, context: CommandContext): Promise<VoteOutcome>
  takeVoteBack(feedbackId: number, userId: number, context: CommandContext): Promise<VoteOutcome>
}

export interface FeedbackDependencies {
  readonly handler: CommandHandler
  readonly ids: Pick<Ids, 'next'>
}

export function createFeedback({ handler, ids }: FeedbackDependencies): FeedbackCommands {
  async function handle(
    feedbackId: number,
    command: FeedbackCommand,
    context: CommandContext,
  ): Promise<FeedbackOutcome> {
    const handled = await handler.handle(feedback, feedbackStream(feedbackId), command, context)
    if (!handled.ok) return { ok: false, rejected: handled.rejected }
    if (handled.state.status === 'none') throw new Error('stored feedback has no state')
    const types = handled.events.map(({ type }) => type)
    return { ok: true, state: handled.state, position: handled.position, types }
  }

  async function handleVote(
    type: VoteCommand['type'],
    feedbackId: number,
    userId: number,
    context: CommandContext,
  ): Promise<VoteOutcome> {
    const stream = feedbackVoteStream(feedbackId, userId)
    const [{ state }, loaded] = await Promise.all([
      handler.load(feedback, feedbackStream(feedbackId)),
      handler.load(feedbackVote, stream),
    ])
    const command: VoteCommand = { type, feedbackId, userId, feedback: state }
    const handled = await handler.handle(feedbackVote, stream, command, context, loaded)
    if (!handled.ok) return { ok: false, rejected: handled.rejected }
    const types = handled.events.map((event) => event.type)
    return { ok: true, state: handled.state, position: handled.position, types }
  }

  return {
    async submit(userId, { category, title, description, priority }, context) {
      const feedbackId = await ids.next(feedbackIds, context)
      const said = { category, title, description, priority }
      return handle(feedbackId, { type: 'submit', feedbackId, userId, ...said }, context)
    },
    answer(feedbackId, by, { status, adminResponse }, context) {
      // A text that was emptied is an answer taken back.
      const answer = adminResponse === '' ? null : adminResponse
      return handle(feedbackId, { type: 'answer', by, status, adminResponse: answer }, context)
    },
    vote: (feedbackId, userId, context) => handleVote('vote', feedbackId, userId, context),
    takeVoteBack: (feedbackId, userId, context) => handleVote('take-back', feedbackId, userId, context),
  }
}
