import type { Migration } from '../migration.ts'
import { eventLog } from './010-event-log.ts'
import { appendRepeats } from './011-append-repeats.ts'
import { personalData } from './015-personal-data.ts'
import { ids } from './016-ids.ts'
import { unusedIds } from './017-unused-ids.ts'
import { engine } from './020-engine.ts'
import { web } from './040-web.ts'
import { sockets } from './041-sockets.ts'
import { oneEffect } from './042-one-effect.ts'
import { firstAnswers } from './044-first-answers.ts'
import { writeProbe } from './046-write-probe.ts'
import { clearings } from './048-clearings.ts'
import { erasedAnswers } from './049-erased-answers.ts'
import { allowances } from './070-allowances.ts'

/** The steps that no area owns, in the order they run. */
export const migrations: readonly Migration[] = [
  eventLog,
  appendRepeats,
  personalData,
  ids,
  engine,
  web,
  sockets,
  oneEffect,
  firstAnswers,
  writeProbe,
  clearings,
  allowances,
  erasedAnswers,
  unusedIds,
]
