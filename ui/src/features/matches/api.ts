import useSWR from 'swr'
import type {
  LiveDay,
  Match,
  MatchChange,
  MatchPicks,
  ProvisionalPage,
} from '../../../../src/areas/matches/contract.ts'
import { areScoresHidden } from '../../lib/hiddenScores.ts'
import { reads } from './reads.ts'

/** A match with the changes of its date and result, oldest first; none if they failed to load. */
export type MatchWithHistory = Match & { readonly history: readonly MatchChange[] }

export const useMatchChanges = (id: number) => useSWR<MatchChange[]>(reads.history.key(id))

export function useMatch(id: number) {
  const { data, error, mutate } = useSWR<Match>(reads.match.key(id), reads.match.fresh)
  const changes = useMatchChanges(id)
  // The page waits for both, because the history moves what is below it.
  const history = changes.data ?? (changes.error ? NO_CHANGES : undefined)
  return { data: data && history && { ...data, history }, error, mutate }
}

const NO_CHANGES: readonly MatchChange[] = []

/** Revealed picks of the members of a league, or of all the reader’s leagues (null). */
export const useMatchPicks = (id: number, leagueId: number | null) =>
  useSWR<MatchPicks>(reads.picks.key(id, leagueId), { keepPreviousData: true })

/** Matches under way; not read unless `isOn`. */
export const useLiveDay = (isOn: boolean) => useSWR<LiveDay>(isOn ? reads.live.key : null)

/** First rows of the provisional board and the reader’s row; null, or with live scores hidden: not read. */
export const useProvisionalBoard = (limit: number | null) =>
  useSWR<ProvisionalPage>(limit === null || areScoresHidden() ? null : reads.board.key(limit), {
    keepPreviousData: true,
  })

/** The same of a league. */
export const useProvisionalLeague = (id: number | null) =>
  useSWR<ProvisionalPage>(id === null || areScoresHidden() ? null : reads.league.key(id), { keepPreviousData: true })
