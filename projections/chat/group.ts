import type { ProjectionGroup } from '../../src/slice/group.ts'
import { type ChatFact, chatEvents, projectChat } from './projector.ts'
import { type ChatTables, chatDdl, chatIndexes, chatVersion, chatViews } from './tables.ts'

/** Messages of leagues and competitions, and reports of them. */
export const chatGroup: ProjectionGroup<ChatTables, ChatFact> = {
  name: 'chat',
  version: chatVersion,
  events: chatEvents,
  ddl: chatDdl,
  indexes: chatIndexes,
  views: chatViews,
  project: projectChat,
}
