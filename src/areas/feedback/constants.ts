/** Length limits of feedback texts, in characters, for server and form (docs/rules.md R81). */
export const FEEDBACK_LIMITS = {
  title: { least: 3, most: 199 },
  description: { least: 10, most: 2_000 },
  answer: 2_000,
} as const

/** Validation messages of feedback, for server and form. */
export const FEEDBACK_PROBLEMS = {
  category: 'Category is required',
  shortTitle: 'Title must be at least 3 characters',
  longTitle: 'Title must be less than 200 characters',
  description: 'Description must be at least 10 characters',
} as const
