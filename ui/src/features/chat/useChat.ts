import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { ChatMessage } from '../../../../src/areas/chat/contract.ts'
import { chatFeed, watchCompetition } from '../../api/chatFeed.ts'
import { ApiError, http } from '../../api/http.ts'
import { newKey } from '../../api/write.ts'
import { readTyped, storeTyped } from '../../lib/typed.ts'
import { attempt, showFailure, useAction } from '../../ui/useAction.ts'
import { isIn, type Pending, pathOf, type Room, withLatest, withMessage, withOlder, withoutArrived } from './model.ts'

/** The largest number that a badge can show. */
const LATEST = 100
const OLDER = 50
/** Poll intervals of an open and a closed chat without a socket (docs/rules.md R67), in ms. */
const POLL_OPEN = 3_000
const POLL_CLOSED = 10_000

export type Chat = ReturnType<typeof useChat>

/** A room's messages, updated by the socket, or by polling without one. */
export function useChat(room: Room, userId: number, isOpen: boolean) {
  const [messages, setMessages] = useState<readonly ChatMessage[]>()
  const [pending, setPending] = usePending(room, userId)
  const [error, setError] = useState<unknown>(null)
  /** Id of the room's first message, once known. */
  const [start, setStart] = useState<number>()
  const isLive = useSyncExternalStore(chatFeed.subscribe, chatFeed.isConnected)
  const loads = useRef(new Set<ChatMessage[]>())
  const { kind, id } = room
  const path = pathOf(room)
  // Messages that arrive before the first page are part of that page.
  const put = (message: ChatMessage) => setMessages((known) => known && withMessage(known, message))

  const reload = useCallback(async () => {
    // Messages received during the request may be missing from its page.
    const received: ChatMessage[] = []
    loads.current.add(received)
    try {
      const page = await http<ChatMessage[]>(`${path}?limit=${LATEST}`)
      setMessages((known = []) => received.reduce(withMessage, withLatest(known, page)))
      if (page.length < LATEST) setStart(page[0]?.id)
      setError(null)
    } catch (failure) {
      setError(failure)
    } finally {
      loads.current.delete(received)
    }
  }, [path])

  useEffect(() => {
    void reload()
    const stopMessages = chatFeed.onMessage((message) => {
      if (!isIn({ kind, id }, message)) return
      for (const received of loads.current) received.push(message)
      setMessages((known) => known && withMessage(known, message))
      setPending((waiting) => withoutArrived(waiting, message, userId))
    })
    const stopGaps = chatFeed.onGap(() => void reload())
    const stopWatching = kind === 'competition' ? watchCompetition(id) : () => {}
    return () => {
      stopMessages()
      stopGaps()
      stopWatching()
    }
  }, [kind, id, userId, reload, setPending])

  useEffect(() => {
    if (isLive) return
    const timer = setInterval(() => void reload(), isOpen ? POLL_OPEN : POLL_CLOSED)
    return () => clearInterval(timer)
  }, [isLive, isOpen, reload])

  const { isBusy: isLoadingOlder, run } = useAction()
  const first = messages?.[0]?.id
  async function loadOlder(): Promise<void> {
    if (isLoadingOlder || first === start) return
    const read = await run(() => http<ChatMessage[]>(`${path}?limit=${OLDER}&before=${first}`), {
      failed: 'Failed to load older messages',
    })
    if (!read.isDone) return
    const page = read.answer
    setMessages((known) => known && withOlder(known, page))
    if (page.length < OLDER) setStart(page[0]?.id ?? first)
  }

  /** Shows the message at once. `key`: that of the failed attempt, on a retry. */
  async function send(content: string, key = newKey()): Promise<void> {
    const others = (waiting: readonly Pending[]) => waiting.filter((each) => each.key !== key)
    setPending((waiting) => [...others(waiting), { key, content, hasFailed: false }])
    try {
      put(await http<ChatMessage>(path, { method: 'POST', body: { content }, idempotencyKey: key }))
      setPending(others)
    } catch (failure) {
      setPending((waiting) => waiting.map((each) => (each.key === key ? { ...each, hasFailed: true } : each)))
      // The server's detail, else the status and body (R68), else a network error.
      const otherwise = failure instanceof ApiError ? failure.message : 'The server did not answer. Try again.'
      showFailure('Failed to send message', failure, otherwise)
    }
  }

  const discard = (key: string) => setPending((waiting) => waiting.filter((each) => each.key !== key))

  async function edit(messageId: number, content: string): Promise<boolean> {
    const sent = await attempt(
      () => http<ChatMessage>(`/api/messages/${messageId}`, { method: 'PATCH', body: { content } }),
      { failed: 'Failed to edit message' },
    )
    if (sent.isDone) put(sent.answer)
    return sent.isDone
  }

  const remove = (messageId: number) =>
    attempt(
      async () => {
        await http(`/api/messages/${messageId}`, { method: 'DELETE' })
        await reload()
      },
      { failed: 'Failed to delete message' },
    )

  const report = (messageId: number) =>
    attempt(() => http(`/api/messages/${messageId}/report`, { method: 'POST', body: {} }), {
      done: { title: 'Message reported', description: 'Thanks. An administrator will take a look.' },
      failed: 'Failed to report message',
    })

  return { messages, pending, error, reload, loadOlder, send, discard, edit, remove, report }
}

const NONE = { messages: [] as readonly Pending[] }

/**
 * The reader's messages without a response yet. They are stored (docs/rules.md R230), so the setter also works after the
 * page was left. One whose response never arrived has failed; a retry is safe with its key.
 */
function usePending({ kind, id }: Room, userId: number) {
  const field = `${kind} ${id} pending`
  const [pending, setPending] = useState<readonly Pending[]>(() =>
    readTyped(userId, field, NONE).messages.map((each) => ({ ...each, hasFailed: true })),
  )
  const latest = useRef(pending)
  const change = useCallback(
    (changed: (waiting: readonly Pending[]) => readonly Pending[]) => {
      const before = latest.current.length
      latest.current = changed(latest.current)
      // A failure is not stored: the player may have signed out.
      if (latest.current.length !== before) storeTyped(userId, field, { messages: latest.current }, NONE)
      setPending(latest.current)
    },
    [userId, field],
  )
  return [pending, change] as const
}
