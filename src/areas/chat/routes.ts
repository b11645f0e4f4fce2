import * as z from 'zod/mini'
import { Id } from '../../contracts/common.ts'
import { PageBefore, ReportPost } from '../../contracts/requests.ts'
import { MESSAGE_EDIT_MINUTES } from '../../contracts/rules.ts'
import { personNamed } from '../../slice/person.ts'
import { acceptedOr, HttpProblem, onlyOneself, problemsOf, wrongField } from '../../slice/problem.ts'
import type { ReadDb } from '../../slice/read-models.ts'
import { type RouteDefinition, type RouteResult, route, type SessionUser, tagged } from '../../slice/route.ts'
import { asStored } from '../../slice/stored.ts'
import { type Chat, type ChatOutcome, type ChatRefusal, type ChatUser, quotas } from './commands.ts'
import { ChatMessage, MessagePatch, MessagePost } from './contract.ts'
import type { ChatRoom } from './events.ts'
import { messagesByIds, messagesOf, roomIds } from './queries.ts'

const byId = z.object({ id: Id })

const rooms = [
  { kind: 'league', path: '/api/leagues/:id/messages', missing: 'League not found', readers: 'its members' },
  {
    kind: 'competition',
    path: '/api/competitions/:id/messages',
    missing: 'Competition not found',
    readers: 'every signed-in user',
  },
] as const

/** Status and message of each refusal. Refusals of a room have a message of their own. */
const problemOf = problemsOf<ChatRefusal>({
  'message-not-found': [404, 'Message not found'],
  'not-a-participant': [403, 'Join the competition to write here'],
  'not-the-author': [403, 'That’s not your message'],
  'too-late': [409, `You can edit a message for ${MESSAGE_EDIT_MINUTES} minutes`],
  'own-message': [403, 'You can’t report your own message'],
  'already-reported': [409, 'You have already reported this message'],
  'room-not-found': [404, 'There is nothing here'],
})
const accepted = acceptedOr(problemOf)

interface ChatRouteDependencies {
  readonly db: ReadDb
  readonly chat: Chat
}

/** Routes for reading, writing, editing, deleting and reporting messages of leagues and competitions. */
export function chatRoutes({ db, chat }: ChatRouteDependencies): readonly RouteDefinition[] {
  async function stored({ state }: Extract<ChatOutcome, { ok: true }>, author: SessionUser): Promise<ChatMessage> {
    const { messageId: id, userId, room, content, postedAt: createdAt, isEdited } = state
    const [row] = await messagesByIds(db, [id])
    const user = personNamed(author.username)
    return asStored(row, { content }, () => ({
      id,
      content,
      userId,
      ...roomIds(room),
      messageType: 'message',
      createdAt,
      isEdited,
      isDeleted: false,
      user,
    }))
  }

  const answered = (outcome: ChatOutcome, user: SessionUser, status = 200): RouteResult => {
    const done = accepted(outcome)
    return { status, body: () => stored(done, user), wrote: done }
  }

  return tagged('Chat', [
    ...rooms.flatMap(({ kind, path, missing, readers }) => [
      route({
        method: 'get',
        path,
        access: 'user',
        summary: `Messages of a ${kind}, oldest first, the latest or those before one; for ${readers}`,
        params: byId,
        query: PageBefore,
        responses: { 200: z.array(ChatMessage) },
        async handle({ params, query, user }) {
          const room: ChatRoom = { kind, id: params.id }
          if (await chat.unreadable(room, user.id)) throw new HttpProblem(404, missing)
          return { body: await messagesOf(db, room, query) }
        },
      }),
      route({
        method: 'post',
        path,
        access: 'user',
        summary: `Writes a message in a ${kind}; 5 in 5 seconds and 60 a minute`,
        params: byId,
        body: MessagePost,
        responses: { 201: ChatMessage },
        consumes: [quotas.messages],
        async handle({ params, body, user, context }) {
          onlyOneself(body.userId, user, 'You can only write for yourself')
          const room: ChatRoom = { kind, id: params.id }
          onlyOf(room, body)
          const outcome = await chat.post(room, user.id, body.content, context)
          if (!outcome.ok && outcome.rejected === 'room-not-found') throw new HttpProblem(404, missing)
          return answered(outcome, user, 201)
        },
      }),
    ]),
    route({
      method: 'patch',
      path: '/api/messages/:id',
      access: 'user',
      summary: `Edits one of the user’s own messages within ${MESSAGE_EDIT_MINUTES} minutes`,
      params: byId,
      body: MessagePatch,
      responses: { 200: ChatMessage },
      problems: [404, 409],
      consumes: [quotas.messages],
      async handle({ params, body, user, context }) {
        return answered(await chat.edit(params.id, chatUser(user), body.content, context), user)
      },
    }),
    route({
      method: 'delete',
      path: '/api/messages/:id',
      access: 'user',
      summary: 'Deletes a message, as its author, as the admin of the league or as an administrator. A tombstone stays',
      params: byId,
      responses: { 204: null },
      consumes: [quotas.messageDeletions],
      handle: async ({ params, user, context }) => ({
        status: 204,
        wrote: accepted(await chat.delete(params.id, chatUser(user), context)),
      }),
    }),
    route({
      method: 'post',
      path: '/api/messages/:id/report',
      access: 'user',
      summary: 'Reports a message to the administrators, once',
      params: byId,
      body: ReportPost,
      responses: { 200: z.object({ message: z.string() }) },
      problems: [404, 409],
      consumes: [quotas.reports],
      async handle({ params, body, user, context }) {
        const outcome = await chat.report(params.id, chatUser(user), body.reason || null, context)
        return { body: { message: 'Thank you. An administrator will look at it.' }, wrote: accepted(outcome) }
      },
    }),
  ])
}

const chatUser = ({ id, role }: SessionUser): ChatUser => ({ id, isAdmin: role === 'admin' })

/** The path names the room. A body with another room is refused (docs/threats.md T35). */
function onlyOf(room: ChatRoom, body: z.output<typeof MessagePost>): void {
  const own = roomIds(room)
  for (const path of ['leagueId', 'competitionId'] as const) {
    const named = body[path] ?? null
    if (named === null || named === own[path]) continue
    throw wrongField(path, 'This is not the room in the address')
  }
}
