import { ContainerModule } from 'inversify'
import { chatGroup } from '../../../projections/chat/projector.ts'
import { identifier, PARTS, TYPES } from '../../identifiers.ts'
import type { Area } from '../area.ts'
import { COMPETITIONS } from '../competitions/area.ts'
import { LEAGUES } from '../leagues/area.ts'
import { type Chat, createChat, quotas } from './commands.ts'
import { messageEvents } from './events.ts'
import { messageIds } from './ids.ts'
import { chatRooms } from './rooms.ts'
import { chatRoutes } from './routes.ts'
import { messageStream } from './streams.ts'
import { chatTables } from './tables.ts'

export const CHAT = { Chat: identifier<Chat>('Chat') } as const

/** Chats of leagues and competitions. */
export const chat: Area = {
  name: 'chat',
  events: messageEvents,
  module: new ContainerModule(({ bind }) => {
    bind(CHAT.Chat).toResolvedValue(
      (handler, ids, leagues, competitions) => createChat({ handler, ids, leagues, competitions }),
      [TYPES.Handler, TYPES.Ids, LEAGUES.Leagues, COMPETITIONS.Competitions],
    )
    bind(PARTS.SocketRoom).toResolvedValue(chatRooms, [TYPES.Database])
    bind(PARTS.Routes).toResolvedValue(({ db }, chat) => chatRoutes({ db, chat }), [TYPES.Database, CHAT.Chat])
  }),
  groups: () => [chatGroup],
  readModel: chatTables,
  quotas,
  ids: [messageIds],
  personalStreams: [{ of: 'messages', by: 'user_id', stream: ({ id }) => messageStream(id) }],
}
