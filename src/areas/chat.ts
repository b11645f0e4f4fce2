import { ContainerModule } from 'inversify'
import { chatGroup } from '../../projections/chat/group.ts'
import { allowances } from '../chat/allowances.ts'
import { type Chat, createChat } from '../chat/commands.ts'
import { messageIds } from '../chat/ids.ts'
import { chatRows } from '../chat/read-model.ts'
import { chatRoutes } from '../chat/routes.ts'
import { messageStream } from '../chat/streams.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import type { Area } from './area.ts'
import { COMPETITIONS } from './competitions.ts'
import { LEAGUES } from './leagues.ts'

export const CHAT = { Chat: identifier<Chat>('Chat') } as const

/** What members of a league or competition write to each other. */
export const chat: Area = {
  name: 'chat',
  module: new ContainerModule(({ bind }) => {
    bind(CHAT.Chat).toResolvedValue(
      (handler, ids, leagues, competitions) => createChat({ handler, ids, leagues, competitions }),
      [TYPES.Handler, TYPES.Ids, LEAGUES.Leagues, COMPETITIONS.Competitions],
    )
    bind(PARTS.Routes).toResolvedValue(({ db }, chat) => chatRoutes({ db, chat }), [TYPES.Database, CHAT.Chat])
  }),
  groups: () => [chatGroup],
  rows: chatRows,
  allowances,
  ids: [messageIds],
  person: [
    { view: 'messages', by: ['user_id'], streams: ({ id }) => [messageStream(id)] },
    { view: 'message_reports', by: ['reporter_id'], streams: ({ message_id }) => [messageStream(message_id)] },
  ],
}
