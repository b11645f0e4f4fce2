import { digitsOf } from '../../lib/numbers.ts'
import { type Draft, type Side, stepped, withScore } from './model.ts'

/** Effect of a key in a score box; null: the browser's default. */
export interface BoxMove {
  readonly draft?: Draft
  /** Where the focus moves; absent: it stays. */
  readonly focus?: 'next' | 'previous'
  readonly enter?: true
}

/**
 * Keys in a score box: Backspace empties it or moves back, arrows up and down step by one, left and right move, Enter
 * saves.
 */
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

/**
 * Text input in a box (a key, a paste, a phone's keyboard): the first digit is used and moves on. Other text is
 * ignored.
 */
export function onBoxText(text: string, draft: Draft, side: Side): BoxMove {
  const [digit] = digitsOf(text)
  return digit === undefined ? {} : { draft: withScore(draft, side, digit), focus: 'next' }
}
