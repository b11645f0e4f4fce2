import { chatGroup } from './chat/group.ts'
import { competitionsGroup } from './competitions/projector.ts'
import type { ProjectionGroup } from './engine/group.ts'
import { leaguesGroup } from './leagues/group.ts'
import { peopleGroup } from './people/projector.ts'
import { playGroup } from './play/group.ts'

/** All projection groups, in the order they are first built. */
export const groups: readonly ProjectionGroup[] = [peopleGroup, playGroup, leaguesGroup, competitionsGroup, chatGroup]
