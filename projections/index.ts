import { type AchievementEntry, catalogue } from '../src/achievements/catalogue.ts'
import type { ProjectionGroup } from '../src/slice/group.ts'
import { createAchievementsGroup } from './achievements/group.ts'
import { chatGroup } from './chat/group.ts'
import { competitionsGroup } from './competitions/projector.ts'
import { leaguesGroup } from './leagues/group.ts'
import { notificationsGroup } from './notifications/projector.ts'
import { peopleGroup } from './people/projector.ts'
import { playGroup } from './play/group.ts'

/** All projection groups, in the order they are first built. */
export const groupsFor = (achievements: readonly AchievementEntry[]): readonly ProjectionGroup[] => [
  peopleGroup,
  playGroup,
  leaguesGroup,
  competitionsGroup,
  chatGroup,
  createAchievementsGroup(achievements),
  notificationsGroup,
]

/** Those of the game as it is. */
export const groups: readonly ProjectionGroup[] = groupsFor(catalogue)
