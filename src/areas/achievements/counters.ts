/** What a player has done that no card shows: counted once, event by event. Numbers left out are 0. */
export interface Counters {
  /** Predictions a week or more before kickoff, and in the last ten minutes before the cutoff. */
  readonly early?: number
  readonly late?: number
  /** Gameweeks after which they were first, and among the first ten, by match points of the season. */
  readonly topped?: number
  readonly topTen?: number
  /** Gameweeks in which nobody had more match points. */
  readonly weeksWon?: number
  /** Most places won from one gameweek to the next. */
  readonly climb?: number
  readonly messages?: number
  /** Chats in which theirs was the first message. */
  readonly chatsStarted?: number
  readonly founded?: number
  /** Ids of the leagues, teams and competitions they have ever been in. */
  readonly leagues?: readonly number[]
  readonly teams?: readonly number[]
  readonly competitions?: readonly number[]
  /** Places among the first three of competitions that have ended, by competition. */
  readonly places?: Readonly<Record<string, { readonly kind: string; readonly place: number }>>
}

type Counter = 'early' | 'late' | 'topped' | 'topTen' | 'weeksWon' | 'messages' | 'chatsStarted' | 'founded'

/** More than any achievement asks for; longer lists would only cost. */
const KEPT = 50

export const oneMore = (deeds: Counters, counter: Counter): Counters => ({
  ...deeds,
  [counter]: (deeds[counter] ?? 0) + 1,
})

export const climbed = (deeds: Counters, places: number): Counters =>
  places > (deeds.climb ?? 0) ? { ...deeds, climb: places } : deeds

/** Was in it once: leaving changes nothing. */
export function joined(deeds: Counters, list: 'leagues' | 'teams' | 'competitions', id: number): Counters {
  const known = deeds[list] ?? []
  return known.includes(id) || known.length >= KEPT ? deeds : { ...deeds, [list]: [...known, id] }
}

/** Place in a competition that has ended; null: none any more. */
export function placed(deeds: Counters, competitionId: number, kind: string, place: number | null): Counters {
  const { [competitionId]: _, ...others } = deeds.places ?? {}
  return { ...deeds, places: place === null ? others : { ...others, [competitionId]: { kind, place } } }
}
