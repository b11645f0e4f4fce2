import { type Allowance, DAY, MINUTE, TOO_FAST } from '../kernel/allowance.ts'

export const allowances = {
  shares: {
    name: 'shares',
    rates: [{ most: 50, seconds: DAY }],
    events: 2,
    refusal: 'You have shared 50 times today. Please share more tomorrow.',
  },
  /** Comments written; each can be deleted once. */
  comments: {
    name: 'comments',
    rates: [
      { most: 20, seconds: MINUTE },
      { most: 300, seconds: DAY },
    ],
    events: 2,
    refusal: 'You are writing comments too fast. Please wait a moment.',
  },
  /** Comments deleted, own ones and those on own shares. What it adds is counted by `comments` of their authors. */
  commentDeletions: {
    name: 'comment-deletions',
    rates: [{ most: 300, seconds: DAY }],
    events: 0,
    refusal: TOO_FAST,
  },
  /** Likes, and likes taken back. */
  likes: {
    name: 'likes',
    rates: [
      { most: 120, seconds: MINUTE },
      { most: 1_000, seconds: DAY },
    ],
    events: 1,
    refusal: 'You are liking too fast. Please wait a moment.',
  },
  /** Shares passed on, each once a day. */
  passes: {
    name: 'passes',
    rates: [{ most: 200, seconds: DAY }],
    events: 1,
    refusal: TOO_FAST,
  },
} as const satisfies Record<string, Allowance>
