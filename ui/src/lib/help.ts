import type { LucideIcon } from 'lucide-react'

export type HelpTopicId = 'start' | 'predictions' | 'scoring' | 'multiplayer' | 'social' | 'advanced'

/** An entry of the help, at the address `/help#{id}`. */
export interface HelpEntry {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly icon: LucideIcon
  /** Points of a pick, shown instead of the icon. */
  readonly figure?: number
}

/** Help texts of an area. Sections with the same title in a topic are merged. */
export interface HelpSection {
  readonly topic: HelpTopicId
  readonly title: string
  readonly entries: readonly HelpEntry[]
}

export const helpIn = (topic: HelpTopicId, title: string, ...entries: readonly HelpEntry[]): HelpSection => ({
  topic,
  title,
  entries,
})
