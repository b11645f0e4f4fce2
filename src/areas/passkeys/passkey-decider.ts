import { type Decider, reject } from '../../kernel/decider.ts'
import { MOST_PASSKEYS } from './constants.ts'
import type { PasskeyEvent } from './events.ts'

/** Null after the person's key is destroyed: name, credential id and public key. */
export type Passkey = Omit<Extract<PasskeyEvent, { type: 'PasskeyAdded' }>['data'], 'userId'>

export type PasskeyCommand =
  | {
      readonly type: 'add'
      readonly userId: number
      readonly name: string
      readonly credentialId: string
      readonly publicKey: string
      readonly at: string
    }
  | { readonly type: 'remove'; readonly userId: number; readonly passkeyId: number }

interface PasskeyState {
  /** Number of passkeys ever added. */
  readonly added: number
  /** Present passkeys, oldest first. */
  readonly passkeys: readonly Passkey[]
}

export type PasskeyRefusal = 'too-many' | 'already-added' | 'no-passkey'

/** Decides about the passkeys of one player (docs/rules.md R393, R394). */
export const passkeyDecider: Decider<PasskeyCommand, PasskeyEvent, PasskeyState, PasskeyRefusal> = {
  initialState: { added: 0, passkeys: [] },

  evolve({ added, passkeys }, event) {
    switch (event.type) {
      case 'PasskeyAdded': {
        const { userId: _, ...passkey } = event.data
        return { added: passkey.passkeyId, passkeys: [...passkeys, passkey] }
      }
      case 'PasskeyRemoved':
        return { added, passkeys: passkeys.filter(({ passkeyId }) => passkeyId !== event.data.passkeyId) }
    }
  },

  decide(command, { added, passkeys }) {
    const { userId } = command
    switch (command.type) {
      case 'add': {
        const { name, credentialId, publicKey, at } = command
        if (passkeys.length >= MOST_PASSKEYS) return reject('too-many')
        if (passkeys.some((passkey) => passkey.credentialId === credentialId)) return reject('already-added')
        const data = { userId, passkeyId: added + 1, name, credentialId, publicKey, addedAt: at }
        return [{ type: 'PasskeyAdded', data }]
      }
      case 'remove': {
        const { passkeyId } = command
        if (!passkeys.some((passkey) => passkey.passkeyId === passkeyId)) return reject('no-passkey')
        return [{ type: 'PasskeyRemoved', data: { userId, passkeyId } }]
      }
    }
  },
}
