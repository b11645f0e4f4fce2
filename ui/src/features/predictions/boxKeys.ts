import { type Draft, type Side, stepped, withScore } from './model.ts'

/** What a key in a score box does; null: the browser's own way. */
export interface BoxMove {
  readonly draft?: Draft
  /** Where the focus goes: the next box, the one before, or it stays. */
  readonly focus?: 'next' | 'previous'
  readonly enter?: true
}

/** Keys in a score box: Backspace empties it or goes back, arrows up and down step by one, left and right move, Enter saves. */
export function onBoxKey(key: string, draft: Draft, side: Side): BoxMove | null {
  switch (key) {
    case 'Backspace':
      return draft[side] === '' ? { focus: 'previous' } : { draft: withScore(draft, side, '') }
    case 'Delete':
      return { draft: withScore(draft, side, '') }
    case 'ArrowUp':
      return { draft: stepped(draft, side, 1) }
    case 'ArrowDown':
      return { draft: stepped(draft, side, -1) }
    case 'ArrowRight':
      return side === 'home' ? { focus: 'next' } : null
    case 'ArrowLeft':
      return side === 'away' ? { focus: 'previous' } : null
    case 'Enter':
      return { enter: true }
    default:
      return null
  }
}

/** Text that came into a box (a key, a paste, a phone's keyboard): its first digit counts and moves on; anything else changes nothing. */
export function onBoxText(text: string, draft: Draft, side: Side): BoxMove {
  const digit = /\d/.exec(text)?.[0]
  return digit === undefined ? {} : { draft: withScore(draft, side, digit), focus: 'next' }
}
