import useSWR from 'swr'
import type { Player, PlayerGameweek, PlayerPredictions } from '../../../../src/contracts/players.ts'
import { reads } from './reads.ts'

/** A player as others see them. */
export const usePlayer = (id: number) => useSWR<Player>(reads.player.key(id))

/** Their points by gameweek, and the reader's own. */
export const usePlayerGameweeks = (id: number) => useSWR<PlayerGameweek[]>(reads.gameweeks.key(id))

/** Their revealed picks of a gameweek; null: those revealed last. */
export const usePlayerPredictions = (id: number, gameweek: number | null) =>
  useSWR<PlayerPredictions>(reads.predictions.key(id, gameweek), { keepPreviousData: true })
