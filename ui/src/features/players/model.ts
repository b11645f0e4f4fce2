import type { CommonLeague, PlayerGameweek } from '../../../../src/areas/players/contract.ts'
import { count, counted, ordinal } from '../../lib/numbers.ts'

type Gameweeks = readonly PlayerGameweek[]

const sum = (values: readonly (number | null)[]): number => values.reduce<number>((all, value) => all + (value ?? 0), 0)

/** Summary of a player's season: `510`, `match points this season, 39 a gameweek.` null: nothing is settled. */
export function pointsSummary(weeks: Gameweeks): { readonly lead: string; readonly text: string } | null {
  const theirs = weeks.flatMap(({ theirs }) => (theirs === null ? [] : [theirs]))
  if (theirs.length === 0) return null
  const all = sum(theirs)
  const mean = Math.round(all / theirs.length)
  const best = weeks.find(({ theirs: points }) => points === Math.max(...theirs))!
  if (theirs.length === 1) return { lead: count(all), text: `match points in gameweek ${best.gameweek}.` }
  return {
    lead: count(all),
    text: `match points this season, ${count(mean)} a gameweek. The best was gameweek ${best.gameweek} with ${count(best.theirs!)}.`,
  }
}

export type HeadToHead = NonNullable<ReturnType<typeof headToHeadOf>>

/** Compares gameweeks in which both have a settled prediction; null: there are none. */
export function headToHeadOf(weeks: Gameweeks) {
  const both = weeks.flatMap(({ yours, theirs }) => (yours === null || theirs === null ? [] : [{ yours, theirs }]))
  if (both.length === 0) return null
  return {
    yours: sum(both.map(({ yours }) => yours)),
    theirs: sum(both.map(({ theirs }) => theirs)),
    /** Gameweeks won by the reader, level ones, and those won by the other player. */
    won: both.filter(({ yours, theirs }) => yours > theirs).length,
    level: both.filter(({ yours, theirs }) => yours === theirs).length,
    lost: both.filter(({ yours, theirs }) => yours < theirs).length,
  }
}

/** `You won 5 gameweeks, nia won 7, 1 was level.` */
export function duelSummary({ won, level, lost }: HeadToHead, name: string): string {
  const even = level === 0 ? '' : `, ${count(level)} ${level === 1 ? 'was' : 'were'} level`
  return `You won ${counted(won, 'gameweek')}, ${name} won ${count(lost)}${even}.`
}

/** `1st, you are 2nd, 35 behind` */
export function leagueSummary({ theirs, yours }: Pick<CommonLeague, 'theirs' | 'yours'>): string {
  const apart = Math.abs(theirs.totalPoints - yours.totalPoints)
  const how = apart === 0 ? 'level' : `${count(apart)} ${yours.totalPoints < theirs.totalPoints ? 'behind' : 'ahead'}`
  return `${ordinal(theirs.ranking)}, you are ${ordinal(yours.ranking)}, ${how}`
}
