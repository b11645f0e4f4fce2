/** Actions of a player that do not follow from picks, counted event by event. Missing numbers are 0. */
export interface Counters {
  /** Predictions a week or more before kickoff, and in the last ten minutes before the cutoff. */
  readonly early?: number
  readonly late?: number
  /** Gameweeks after which the player was first, and in the top ten, by match points of the season. */
  readonly topped?: number
  readonly topTen?: number
  /** Gameweeks in which no other player had more match points. */
  readonly weeksWon?: number
  /** Largest number of places gained from one gameweek to the next. */
  readonly climb?: number
  readonly messages?: number
  /** Chats in which the player wrote the first message. */
  readonly chatsStarted?: number
  readonly founded?: number
  /** Ids of all leagues, teams and competitions the player has ever been in. */
  readonly leagues?: readonly number[]
  readonly teams?: readonly number[]
  readonly competitions?: readonly number[]
  /** Top-three places in competitions that have ended, by competition. */
  readonly places?: Readonly<Record<string, { readonly kind: string; readonly place: number }>>
}

type Counter = 'early' | 'late' | 'topped' | 'topTen' | 'weeksWon' | 'messages' | 'chatsStarted' | 'founded'

/** Maximum length of a list. No achievement needs more. */
const MAX_IDS = 50

export const oneMore = (counters: Counters, counter: Counter): Counters => ({
  ...counters,
  [counter]: (counters[counter] ?? 0) + 1,
})

export const climbed = (counters: Counters, places: number): Counters =>
  places > (counters.climb ?? 0) ? { ...counters, climb: places } : counters

/** Adds a membership. Leaving does not remove it. */
export function joined(counters: Counters, list: 'leagues' | 'teams' | 'competitions', id: number): Counters {
  const known = counters[list] ?? []
  return known.includes(id) || known.length >= MAX_IDS ? counters : { ...counters, [list]: [...known, id] }
}

/** Sets the place in a competition that has ended; null removes it. */
export function placed(counters: Counters, competitionId: number, kind: string, place: number | null): Counters {
  const { [competitionId]: _, ...others } = counters.places ?? {}
  return { ...counters, places: place === null ? others : { ...others, [competitionId]: { kind, place } } }
}
