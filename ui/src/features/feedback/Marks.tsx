import { Bug, ChartNoAxesColumn, Lightbulb, type LucideIcon, MessageSquare } from 'lucide-react'
import { styled } from 'styled-components'
import type { FeedbackCategory, FeedbackPriority, FeedbackStatus } from '../../../../src/areas/feedback/contract.ts'
import { Badge, type BadgeTone } from '../../ui/Badge.tsx'
import { Pips } from '../../ui/Pips.tsx'
import { CATEGORIES, labelOf, PRIORITIES, STATUSES } from './model.ts'

export const ICONS: Readonly<Record<FeedbackCategory, LucideIcon>> = {
  bug: Bug,
  feature: Lightbulb,
  improvement: ChartNoAxesColumn,
  general: MessageSquare,
}

const TONES: Readonly<Record<FeedbackStatus, BadgeTone>> = {
  open: 'info',
  'in-progress': 'warn',
  resolved: 'ok',
  closed: 'neutral',
}

const Line = styled.span`
  display: inline-flex;
  align-items: center;
  gap: 5px;

  svg {
    flex: none;
    width: 16px;
    height: 16px;
  }
`

export function CategoryMark({ category }: { category: FeedbackCategory }) {
  const Icon = ICONS[category]
  return (
    <Line>
      <Icon aria-hidden />
      {labelOf(CATEGORIES, category)}
    </Line>
  )
}

export function PriorityMark({ priority }: { priority: FeedbackPriority }) {
  const index = PRIORITIES.findIndex(({ value }) => value === priority)
  return (
    <Line>
      <Pips on={index + 1} of={PRIORITIES.length} />
      {labelOf(PRIORITIES, priority)}
    </Line>
  )
}

export function StatusBadge({ status }: { status: FeedbackStatus }) {
  return <Badge tone={TONES[status]}>{labelOf(STATUSES, status)}</Badge>
}
