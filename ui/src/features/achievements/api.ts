import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Achievement, AchievementCheck, UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { achievementChecks } from '../../api/achievementChecks.ts'
import { http } from '../../api/http.ts'
import { shared } from '../../api/shared.ts'
import { createChecker } from './checker.ts'
import { type Unlocked, withTexts } from './popups.ts'
import { reads } from './reads.ts'
import { unseenUnlocks } from './unseenUnlocks.ts'

/** The reader's achievements, locked ones included. A missing result is an empty list. */
export function useUserAchievements(isNeeded = true) {
  return useSWR<UserAchievement[]>(
    isNeeded && reads.mine.key,
    async (path: string) => (await http<UserAchievement[] | null | undefined>(path)) ?? [],
    reads.mine.fresh,
  )
}

/** Maximum wait of the first check for the socket, in ms. */
const SOCKET_WAIT = 3000

interface AchievementListener {
  /** Called on a new unlock, before its texts are fetched. Must be stable. */
  readonly onUnlocked: () => void
  /** Called once per new unlock, oldest first. Must be stable. */
  readonly onFound: (unlocked: readonly Unlocked[]) => void
}

/**
 * Checks for new achievements when the app opens and on every trigger. The first check waits for the socket, so that no
 * unlock falls between the two. Failures are only logged.
 */
export function useAchievementChecks(userId: number, { onUnlocked, onFound }: AchievementListener): void {
  const { cache, mutate } = useSWRConfig()
  useEffect(() => {
    /** Texts of all achievements. Fetched on first use, and again if one of `ids` is missing. */
    async function texts(ids: readonly string[]): Promise<readonly Achievement[]> {
      const cached = cache.get(shared.achievements.key)?.data as Achievement[] | undefined
      if (cached && ids.every((id) => cached.some((achievement) => achievement.id === id))) return cached
      return (
        (await mutate(shared.achievements.key, http<Achievement[]>(shared.achievements.key), { revalidate: false })) ??
        []
      )
    }

    async function check(): Promise<void> {
      try {
        const { achievements } = await http<AchievementCheck>(`${reads.mine.key}/check`, { method: 'POST' })
        void mutate(reads.mine.key)
        if (achievements.length === 0) return
        void mutate(shared.user.key)
        onUnlocked()
        const all = await texts(achievements.map(({ achievementId }) => achievementId))
        onFound(unseenUnlocks(userId, withTexts(achievements, all)))
      } catch (error) {
        console.warn('Failed to check achievements', error)
      }
    }

    const checker = createChecker({ check, isVisible: () => document.visibilityState === 'visible' })
    const opening = setTimeout(checker.due, SOCKET_WAIT)
    const stopListening = achievementChecks.listen(() => {
      clearTimeout(opening)
      checker.due()
    })
    document.addEventListener('visibilitychange', checker.visible)
    return () => {
      clearTimeout(opening)
      checker.stop()
      stopListening()
      document.removeEventListener('visibilitychange', checker.visible)
    }
  }, [userId, cache, mutate, onUnlocked, onFound])
}
