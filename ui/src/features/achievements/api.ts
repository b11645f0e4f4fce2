import { useEffect } from 'react'
import useSWR, { useSWRConfig } from 'swr'
import type { Achievement, AchievementCheck, UserAchievement } from '../../../../src/areas/achievements/contract.ts'
import { achievementChecks } from '../../api/achievementChecks.ts'
import { http } from '../../api/http.ts'
import { isReadOf } from '../../api/reads.ts'
import { shared } from '../../api/shared.ts'
import { createChecker } from './checker.ts'
import { type Unlocked, withTexts } from './popups.ts'
import { reads } from './reads.ts'
import { unseenUnlocks } from './unseenUnlocks.ts'

/** The reader's achievements, locked ones too; a missing result counts as an empty list. */
export function useUserAchievements() {
  return useSWR<UserAchievement[]>(
    reads.mine.key,
    async (path: string) => (await http<UserAchievement[] | null | undefined>(path)) ?? [],
    reads.mine.fresh,
  )
}

/** How long the first check waits for the socket, in ms. */
const SOCKET_WAIT = 3000

interface AchievementListener {
  /** Something new was told; its texts are being looked up. Does not change. */
  readonly onUnlocked: () => void
  /** Each new one once, oldest first. Does not change. */
  readonly onFound: (unlocked: readonly Unlocked[]) => void
}

/**
 * Asks for new achievements when the app opens (once the socket stands, so that nothing is earned unheard between the two) and
 * whenever there is an occasion. A failure is only logged.
 */
export function useAchievementChecks(userId: number, { onUnlocked, onFound }: AchievementListener): void {
  const { cache, mutate } = useSWRConfig()
  useEffect(() => {
    /** The texts of all achievements; asked for when first needed, and again where one of these is not among them. */
    async function texts(ids: readonly string[]): Promise<readonly Achievement[]> {
      const kept = cache.get(shared.achievements.key)?.data as Achievement[] | undefined
      if (kept && ids.every((id) => kept.some((achievement) => achievement.id === id))) return kept
      return (
        (await mutate(shared.achievements.key, http<Achievement[]>(shared.achievements.key), { revalidate: false })) ??
        []
      )
    }

    async function check(): Promise<void> {
      try {
        const { achievements } = await http<AchievementCheck>(`${reads.mine.key}/check`, { method: 'POST' })
        void mutate(reads.mine.key)
        void mutate(shared.user.key)
        if (achievements.length === 0) return
        onUnlocked()
        const all = await texts(achievements.map(({ achievementId }) => achievementId))
        const told = withTexts(achievements, all)
        // What pays nothing moves no board, so that nobody is told of one; but it counts in the reader's row.
        if (told.every(({ points }) => points === 0)) void mutate((key) => isReadOf('leaderboard', key))
        onFound(unseenUnlocks(userId, told))
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
