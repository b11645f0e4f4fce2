import type { Migration } from '../migration.ts'
import { eventLog } from './010-event-log.ts'
import { appendRepeats } from './011-append-repeats.ts'
import { personalData } from './015-personal-data.ts'
import { ids } from './016-ids.ts'
import { engine } from './020-engine.ts'
import { accounts } from './030-accounts.ts'
import { signInPlaces } from './031-sign-in-places.ts'
import { signInTurns } from './032-sign-in-turns.ts'
import { web } from './040-web.ts'
import { sockets } from './041-sockets.ts'
import { oneEffect } from './042-one-effect.ts'
import { feedState } from './043-feed-state.ts'
import { firstAnswers } from './044-first-answers.ts'
import { writeProbe } from './046-write-probe.ts'
import { firstAdministrator } from './047-first-administrator.ts'
import { leagues } from './050-leagues.ts'
import { rightJoinCodes } from './051-right-join-codes.ts'
import { achievements } from './055-achievements.ts'
import { notifications } from './060-notifications.ts'
import { notificationSubjects } from './061-notification-subjects.ts'
import { allowances } from './070-allowances.ts'

/** In the order they run. */
export const migrations: readonly Migration[] = [
  eventLog,
  appendRepeats,
  personalData,
  ids,
  engine,
  accounts,
  web,
  sockets,
  oneEffect,
  feedState,
  leagues,
  achievements,
  notifications,
  firstAnswers,
  writeProbe,
  firstAdministrator,
  notificationSubjects,
  allowances,
  signInPlaces,
  rightJoinCodes,
  signInTurns,
]
