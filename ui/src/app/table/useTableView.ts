import { useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Fixture, TableRow } from '../../../../src/areas/fixtures/contract.ts'
import { useCurrentFixtures } from '../../features/fixtures/api.ts'
import { useMatches, useTable } from '../../features/table/api.ts'
import {
  baselineOf,
  countedAt,
  hasScore,
  inHand,
  liveOf,
  type Moment,
  movementsOf,
  tableOf,
} from '../../features/table/model.ts'
import { idOf } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { useHiddenScores } from '../dashboard/useHiddenScores.ts'

const none: readonly Fixture[] = []

export type ShownTable = NonNullable<ReturnType<typeof tableAt>>

/**
 * State of `/table`. The address has the gameweek (`?gameweek=12`: the table after it), so that Back returns to the
 * previous table. A gameweek that has not settled shows the current table.
 */
export function useTableView() {
  const [query, setQuery] = useSearchParams()
  const [isSettled, setSettled] = useState(false)
  const hidesLive = useHiddenScores(serverNow()).isOn
  const table = useTable()
  const matches = useMatches()
  const current = useCurrentFixtures()
  const [match] = current.data ?? []
  const chosen = idOf(query.get('gameweek') ?? undefined)
  const after = chosen !== null && (current.data === undefined || chosen < (match?.gameweek ?? 0)) ? chosen : null
  const season = matches.data ?? none
  const live = useMemo(() => (after === null ? liveOf(season) : none), [season, after])
  const withLive = after === null && !isSettled && !hidesLive
  // Movements and matches in hand have their own columns and lines, so the table waits for them.
  const isLoading = [matches, current].some(({ data, error }) => data === undefined && error === undefined)
  const clubs = isLoading ? undefined : table.data
  const shown = useMemo(
    () => clubs && tableAt(clubs, matches.data, { after, withLive }, match?.gameweek),
    [clubs, matches.data, after, withLive, match?.gameweek],
  )
  return {
    /** A match of the current gameweek; undefined if unknown or without a season. */
    match,
    after,
    choose: (gameweek: number | null) => setQuery(gameweek === null ? {} : { gameweek: String(gameweek) }),
    season,
    shown,
    error: table.error ?? (after === null ? undefined : (matches.error ?? current.error)),
    retry() {
      for (const read of [table, matches, current]) void read.mutate()
    },
    live,
    hidesLive,
    /** Set if live and settled table differ; null: there is only one table. */
    choice: after === null && !hidesLive && live.some(hasScore) ? { isSettled, choose: setSettled } : null,
  }
}

/** Without the matches, the current table is the server's, and past tables are unavailable. */
function tableAt(
  clubs: readonly TableRow[],
  season: readonly Fixture[] | undefined,
  moment: Moment,
  current: number | undefined,
) {
  if (season === undefined || current === undefined)
    return moment.after === null
      ? { rows: clubs, counted: none, movements: null, live: new Map<number, boolean>(), inHandOf: () => 0 }
      : undefined
  const counted = countedAt(season, moment)
  const rows = tableOf(clubs, counted)
  const baseline = baselineOf(moment, counted, current)
  return {
    rows,
    counted,
    movements:
      baseline === null
        ? null
        : movementsOf(rows, tableOf(clubs, countedAt(season, { after: baseline, withLive: false }))),
    /** Clubs with a match under way, mapped to whether it counts. */
    live: new Map(
      (moment.withLive ? liveOf(season) : none).flatMap((fixture) =>
        [fixture.homeTeamId, fixture.awayTeamId].map((id) => [id, hasScore(fixture)] as const),
      ),
    ),
    inHandOf: ({ id }: TableRow) => inHand(season, id, moment.after ?? current - 1),
  }
}
