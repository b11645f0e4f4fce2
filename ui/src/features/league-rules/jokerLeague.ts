import { useSyncExternalStore } from 'react'
import { createSignal } from '../../lib/signal.ts'
import { store, stored } from '../../lib/storage.ts'

const KEY = 'plp.joker-league'
const changes = createSignal()

/** Chooses the league whose jokers are shown beside the picks; kept on the device. */
export function chooseJokerLeague(leagueId: number): void {
  store(KEY, String(leagueId))
  changes.emit()
}

/** The entry of the chosen league, else the first. */
export function useJokerLeague<T extends { readonly leagueId: number }>(jokers: readonly T[]): T | undefined {
  const chosen = useSyncExternalStore(changes.listen, () => stored(KEY))
  return jokers.find(({ leagueId }) => String(leagueId) === chosen) ?? jokers[0]
}
