import { ContainerModule } from 'inversify'
import { chatGroup } from '../../projections/chat/group.ts'
import { allowances } from '../chat/allowances.ts'
import { chatColumns } from '../chat/columns.ts'
import { type Chat, createChat } from '../chat/commands.ts'
import { messageIds } from '../chat/ids.ts'
import { messageNaming } from '../chat/naming.ts'
import { chatRows } from '../chat/read-model.ts'
import { chatRoutes } from '../chat/routes.ts'
import { identifier, PARTS, TYPES } from '../identifiers.ts'
import type { Area } from './area.ts'
import { COMPETITIONS } from './competitions.ts'
import { LEAGUES } from './leagues.ts'

export const CHAT = { Chat: identifier<Chat>('Chat') } as const

/** What members of a league or competition write to each other. */
export const chat: Area = {
  name: 'chat',
  naming: messageNaming,
  module: new ContainerModule(({ bind }) => {
    bind(CHAT.Chat).toResolvedValue(
      (handler, ids, leagues, competitions) => createChat({ handler, ids, leagues, competitions }),
      [TYPES.Handler, TYPES.Ids, LEAGUES.Leagues, COMPETITIONS.Competitions],
    )
    bind(PARTS.Routes).toResolvedValue(({ db }, chat) => chatRoutes({ db, chat }), [TYPES.Database, CHAT.Chat])
  }),
  groups: () => [chatGroup],
  rows: chatRows,
  columns: chatColumns,
  allowances,
  ids: [messageIds],
  person: [
    { view: 'messages', by: ['user_id'] },
    { view: 'message_reports', by: ['reporter_id'] },
  ],
}
