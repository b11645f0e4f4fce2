import { useEffect, useState } from 'react'
import { useSWRConfig } from 'swr'
import type { ChatMessage } from '../../../src/areas/chat/contract.ts'
import type { LiveChange } from '../../../src/contracts/live.ts'
import { EVERY_TOPIC } from '../../../src/contracts/topics.ts'
import { whenIdle } from '../lib/whenIdle.ts'
import { achievementChecks } from './achievementChecks.ts'
import { chatFeed } from './chatFeed.ts'
import { connectionIsBack } from './connection.ts'
import { isDeparting } from './departure.ts'
import { firstRead } from './firstRead.ts'
import { isReadOf } from './reads.ts'
import { shared } from './shared.ts'

/** Connection gaps up to this length are not shown, in ms. */
const SHOW_AFTER = 1500
/** Browsers do not report why a socket failed. The first failed attempt and every sixth after it check the session. */
const CHECK_EVERY = 6

/** Reads caused by the same change on many pages are spread over this time, in ms. */
const SPREAD = 400

const isOf = (topic: string, changed: string): boolean => changed === topic || changed === EVERY_TOPIC

export type LiveState = 'connected' | 'reconnecting'

/**
 * Keeps open pages up to date: revalidates the reads that the server reports as changed, including changes while
 * disconnected. A frame has no data, so a late one can only cause one read too many, never an older value. `shareUrl`:
 * the share that the page shows. It may be private, so that only its watchers are notified of its changes.
 */
export function useLive(shareUrl?: string): LiveState {
  const { mutate } = useSWRConfig()
  const [state, setState] = useState<LiveState>('connected')

  useEffect(() => {
    const openedAt = firstRead.at()
    let over = false
    let close = () => {}
    const waiting = new Map<string, ReturnType<typeof setTimeout>>()
    let gap: ReturnType<typeof setTimeout> | undefined
    let failedTries = 0

    // One read for all frames of a topic that arrive while it is pending.
    const readAgain = ({ topic, spread }: LiveChange) => {
      if (waiting.has(topic)) return
      const read = () => {
        waiting.delete(topic)
        void mutate((key) => isReadOf(topic, key))
        // Chats keep their own messages, including their authors.
        if (isOf('people', topic)) chatFeed.gap()
      }
      waiting.set(topic, setTimeout(read, spread ? Math.random() * SPREAD : 0))
    }
    const lost = () => {
      gap ??= setTimeout(() => setState('reconnecting'), SHOW_AFTER)
    }
    const found = () => {
      clearTimeout(gap)
      gap = undefined
      failedTries = 0
      setState('connected')
    }

    // The first view comes first; the server reports what changed meanwhile.
    const code = whenIdle().then(() => import('socket.io-client'))
    void code.then(({ io }) => {
      if (over) return
      const socket = io({
        transports: ['websocket'],
        timeout: 6000,
        reconnectionDelay: 500,
        reconnectionDelayMax: 10_000,
        // The server reports the changes since the first reads, after a reconnection, too.
        auth: (send) => send({ openFor: Math.round(performance.now() - openedAt) }),
      })
      close = () => socket.close()
      socket.on('connect', () => {
        found()
        connectionIsBack()
        achievementChecks.due()
        chatFeed.connected((event, competitionId) => socket.emit(event, { competitionId }))
        if (shareUrl) socket.emit('watch', { shareUrl })
      })
      socket.on('message', (message: ChatMessage) => chatFeed.message(message))
      socket.on('change', (change: LiveChange) => {
        readAgain(change)
        if (isOf('messages', change.topic)) chatFeed.gap()
        if (isOf('achievements', change.topic)) achievementChecks.due()
      })
      socket.on('disconnect', async (reason) => {
        lost()
        chatFeed.disconnected()
        if (reason !== 'io server disconnect' || (await isDeparting())) return
        // The server closed it: the session ended elsewhere, or the server restarts. Only a new attempt distinguishes
        // them.
        if (!over) socket.connect()
      })
      socket.on('connect_error', (error) => {
        lost()
        if (error.message === 'Not authenticated' || (socket.active && failedTries++ % CHECK_EVERY === 0))
          void mutate(shared.user.key)
        else if (!socket.active) setTimeout(() => !over && socket.connect(), 2000 + Math.random() * 3000)
      })
    }, lost)

    return () => {
      over = true
      close()
      chatFeed.disconnected()
      clearTimeout(gap)
      for (const timer of waiting.values()) clearTimeout(timer)
    }
  }, [mutate, shareUrl])

  return state
}
