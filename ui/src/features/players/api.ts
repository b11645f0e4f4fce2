import useSWR from 'swr'
import type {
  Duel,
  DuelPicks,
  Player,
  PlayerGameweek,
  PlayerPredictions,
} from '../../../../src/areas/players/contract.ts'
import { read } from '../../api/reads.ts'

const SCORED = { topics: ['leaderboard'] } as const

const reads = {
  player: read((id: number) => `/api/players/${id}`, {
    topics: ['leaderboard', 'predictions', 'achievements', 'leagues', 'shares', 'people'],
  }),
  gameweeks: read((id: number) => `/api/players/${id}/gameweeks`, SCORED),
  /** Picks of one gameweek; null: the latest one with revealed picks. */
  predictions: read(
    (id: number, gameweek: number | null) =>
      `/api/players/${id}/predictions${gameweek === null ? '' : `?gameweek=${gameweek}`}`,
    { topics: ['leaderboard', 'fixtures', 'clock', 'leagues', 'shares', 'predictions'] },
  ),
  duel: read((id: number, other: number) => `/api/players/${id}/duel/${other}`, {
    topics: ['leaderboard', 'leagues', 'people'],
  }),
  duelPicks: read(
    (id: number, other: number, gameweek: number | null) =>
      `/api/players/${id}/duel/${other}/picks${gameweek === null ? '' : `?gameweek=${gameweek}`}`,
    { topics: ['leaderboard', 'fixtures', 'clock', 'leagues', 'predictions'] },
  ),
}

export const usePlayer = (id: number) => useSWR<Player>(reads.player.key(id))

export const usePlayerGameweeks = (id: number) => useSWR<PlayerGameweek[]>(reads.gameweeks.key(id))

export const usePlayerPredictions = (id: number, gameweek: number | null) =>
  useSWR<PlayerPredictions>(reads.predictions.key(id, gameweek), { keepPreviousData: true })

export const useDuel = (id: number, other: number) => useSWR<Duel>(reads.duel.key(id, other))

export const useDuelPicks = (id: number, other: number, gameweek: number | null) =>
  useSWR<DuelPicks>(reads.duelPicks.key(id, other, gameweek), { keepPreviousData: true })
