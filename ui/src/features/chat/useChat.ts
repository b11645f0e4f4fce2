import { useCallback, useEffect, useReducer, useRef, useSyncExternalStore } from 'react'
import type { ChatMessage } from '../../../../src/contracts/chat.ts'
import { chatFeed, listenToChat, watchCompetition } from '../../api/chatFeed.ts'
import { ApiError, http, messageOf } from '../../api/http.ts'
import { toast } from '../../ui/Toast.tsx'
import { attempt, useAction } from '../../ui/useAction.ts'
import { isIn, type Pending, pathOf, type Room, withLatest, withMessage, withOlder, withoutArrived } from './model.ts'

/** As many as a badge can count. */
const LATEST = 100
const OLDER = 50
/** Without a socket: how often an open and a closed chat are read (docs/rules.md R67), in ms. */
const POLL_OPEN = 3_000
const POLL_CLOSED = 10_000

interface State {
  /** undefined: not read yet. */
  readonly messages: readonly ChatMessage[] | undefined
  readonly pending: readonly Pending[]
  readonly hasOlder: boolean
  readonly error: unknown
}

type Action =
  | { type: 'latest'; page: readonly ChatMessage[]; heard: readonly ChatMessage[] }
  | { type: 'older'; page: readonly ChatMessage[] }
  | { type: 'message'; message: ChatMessage; userId: number }
  | { type: 'failed'; error: unknown }
  | { type: 'sending'; key: string; content: string }
  | { type: 'sent'; key: string; message: ChatMessage }
  | { type: 'unsent'; key: string }

const nothing: State = { messages: undefined, pending: [], hasOlder: false, error: null }

function reduce(state: State, action: Action): State {
  const known = state.messages ?? []
  switch (action.type) {
    case 'latest': {
      const latest = withLatest(known, action.page)
      const isFirst = state.messages === undefined || latest.length === action.page.length
      const hasOlder = isFirst ? action.page.length === LATEST : state.hasOlder
      return { ...state, messages: action.heard.reduce(withMessage, latest), hasOlder, error: null }
    }
    case 'older':
      return { ...state, messages: withOlder(known, action.page), hasOlder: action.page.length === OLDER }
    case 'message': {
      // What arrives before the first page is in that page.
      if (state.messages === undefined) return state
      const pending = withoutArrived(state.pending, action.message, action.userId)
      return { ...state, messages: withMessage(known, action.message), pending }
    }
    case 'failed':
      return { ...state, error: action.error }
    case 'sending': {
      const others = state.pending.filter(({ key }) => key !== action.key)
      return { ...state, pending: [...others, { key: action.key, content: action.content, hasFailed: false }] }
    }
    case 'sent': {
      const pending = state.pending.filter(({ key }) => key !== action.key)
      return { ...state, messages: withMessage(known, action.message), pending }
    }
    case 'unsent':
      return {
        ...state,
        pending: state.pending.map((each) => (each.key === action.key ? { ...each, hasFailed: true } : each)),
      }
  }
}

export interface Chat extends State {
  reload(): void
  loadOlder(): Promise<void>
  /** Shows the message at once; `retry`: the one that failed. */
  send(content: string, retry?: string): Promise<void>
  edit(id: number, content: string): Promise<boolean>
  remove(id: number): Promise<void>
  report(id: number): Promise<void>
}

/** A room's messages, kept true by the socket, and by polling while there is none. */
export function useChat(room: Room, userId: number, isOpen: boolean): Chat {
  const [state, dispatch] = useReducer(reduce, nothing)
  const isLive = useSyncExternalStore(chatFeed.subscribe, chatFeed.isConnected)
  const loads = useRef(new Set<ChatMessage[]>())
  const { kind, id } = room
  const path = pathOf(room)

  const reload = useCallback(async () => {
    // What is heard while the page is under way may not be in it.
    const heard: ChatMessage[] = []
    loads.current.add(heard)
    try {
      dispatch({ type: 'latest', page: await http<ChatMessage[]>(`${path}?limit=${LATEST}`), heard })
    } catch (error) {
      dispatch({ type: 'failed', error })
    } finally {
      loads.current.delete(heard)
    }
  }, [path])

  useEffect(() => {
    void reload()
    const stopListening = listenToChat({
      onMessage(message) {
        if (!isIn({ kind, id }, message)) return
        for (const heard of loads.current) heard.push(message)
        dispatch({ type: 'message', message, userId })
      },
      onGap: () => void reload(),
    })
    const stopWatching = kind === 'competition' ? watchCompetition(id) : () => {}
    return () => {
      stopListening()
      stopWatching()
    }
  }, [kind, id, userId, reload])

  useEffect(() => {
    if (isLive) return
    const timer = setInterval(() => void reload(), isOpen ? POLL_OPEN : POLL_CLOSED)
    return () => clearInterval(timer)
  }, [isLive, isOpen, reload])

  const { isBusy: isLoadingOlder, run } = useAction()
  const first = state.messages?.[0]?.id
  async function loadOlder(): Promise<void> {
    if (isLoadingOlder || !state.hasOlder || first === undefined) return
    const read = await run(() => http<ChatMessage[]>(`${path}?limit=${OLDER}&before=${first}`), {
      failed: 'Failed to load older messages',
    })
    if (read.isDone) dispatch({ type: 'older', page: read.answer })
  }

  async function send(content: string, retry?: string): Promise<void> {
    const key = retry ?? newKey()
    dispatch({ type: 'sending', key, content })
    const ids = kind === 'league' ? { leagueId: id, competitionId: null } : { leagueId: null, competitionId: id }
    const body = { content, userId, ...ids, messageType: 'message' }
    try {
      const message = await http<ChatMessage>(path, { method: 'POST', body, idempotencyKey: key })
      dispatch({ type: 'sent', key, message })
    } catch (error) {
      dispatch({ type: 'unsent', key })
      toast({ variant: 'destructive', title: 'Failed to send message', description: refusalOf(error) })
    }
  }

  async function edit(messageId: number, content: string): Promise<boolean> {
    const sent = await attempt(
      () => http<ChatMessage>(`/api/messages/${messageId}`, { method: 'PATCH', body: { content } }),
      { failed: 'Failed to edit message' },
    )
    if (sent.isDone) dispatch({ type: 'message', message: sent.answer, userId })
    return sent.isDone
  }

  async function remove(messageId: number): Promise<void> {
    await attempt(
      async () => {
        await http(`/api/messages/${messageId}`, { method: 'DELETE' })
        await reload()
      },
      { failed: 'Failed to delete message' },
    )
  }

  async function report(messageId: number): Promise<void> {
    await attempt(() => http(`/api/messages/${messageId}/report`, { method: 'POST', body: {} }), {
      done: { title: 'Message reported', description: 'Thank you. An administrator will look at it.' },
      failed: 'Failed to report message',
    })
  }

  return { ...state, reload: () => void reload(), loadOlder, send, edit, remove, report }
}

/** The server's sentence, else the status and what came with it (R68), else that nothing came. */
const refusalOf = (error: unknown): string =>
  messageOf(error, error instanceof ApiError ? error.message : 'The server did not answer. Please try again.')

/** Also where the page is no secure context and has no `randomUUID`. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
