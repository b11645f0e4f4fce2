import { bySecret, type EventsOf, event } from '../../kernel/declared-events.ts'

export const passkeysStream = (userId: number): string => `passkeys-${userId}`

/**
 * Events of stream `passkeys-{userId}`. `passkeyId` counts a player's passkeys from 1. `credentialId` and `publicKey` (COSE) are
 * base64url. Signature counters are stored outside the log.
 */
export const passkeyEvents = {
  PasskeyAdded: event<{
    userId: number
    passkeyId: number
    name: string | null
    credentialId: string | null
    publicKey: string | null
    addedAt: string
  }>({ encrypted: { subject: 'userId', fields: ['name', 'credentialId', 'publicKey'] }, test: bySecret }),
  PasskeyRemoved: event<{ userId: number; passkeyId: number }>({ test: bySecret }),
}
export type PasskeyEvent = EventsOf<typeof passkeyEvents>
