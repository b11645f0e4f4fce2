import { Flag } from 'lucide-react'
import { useRef } from 'react'
import { styled } from 'styled-components'
import useSWR from 'swr'
import type { Feedback, FeedbackCounts } from '../../../../src/areas/feedback/contract.ts'
import { usePage } from '../../api/usePage.ts'
import { count, counted } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { AdminBadge } from '../../ui/AdminBadge.tsx'
import { Fact } from '../../ui/Facts.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Figures } from '../../ui/Stat.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { FeedbackFilters } from './FeedbackFilters.tsx'
import { Content, Entries, FeedbackItem } from './FeedbackItem.tsx'
import { type FeedbackView, ROWS, SORTS, STATUSES } from './model.ts'
import { reads } from './reads.ts'

interface FeedbackListProps {
  view: FeedbackView
  /** `isStep`: adds a history entry, so that Back restores the previous view. */
  onView: (view: FeedbackView, isStep: boolean) => void
  isAdmin: boolean
}

export function FeedbackList({ view, onView, isAdmin }: FeedbackListProps) {
  const { read, total } = usePage<Feedback>(reads.list.key(view))
  const top = useRef<HTMLDivElement>(null)
  const showFrom = (offset: number) => {
    onView({ ...view, offset }, true)
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={top}>
      <Panel title="Community Feedback" actions={<Aside view={view} total={total} isAdmin={isAdmin} />}>
        {isAdmin && <Counts />}
        <FeedbackFilters view={view} onView={(part) => onView({ ...view, ...part, offset: 0 }, false)} />
        <Loaded
          read={read}
          failed="Failed to load feedback"
          waiting={<Waiting />}
          empty={
            <EmptyState icon={Flag} title="No feedback yet" action={null}>
              Tell us what’s missing. Others can vote on it.
            </EmptyState>
          }
        >
          {(list) => (
            <Entries>
              {list.map((each) => (
                <FeedbackItem key={each.id} feedback={each} isAdmin={isAdmin} now={serverNow()} />
              ))}
            </Entries>
          )}
        </Loaded>
        <Pager offset={view.offset} size={ROWS} total={total ?? 0} word="entry" words="entries" onOffset={showFrom} />
      </Panel>
    </div>
  )
}

interface AsideProps {
  view: FeedbackView
  total: number | undefined
  isAdmin: boolean
}

function Aside({ view: { sort }, total, isAdmin }: AsideProps) {
  const order = SORTS.find(({ value }) => value === sort)!.words
  return (
    <Row>
      {isAdmin && <AdminBadge />}
      {total !== undefined && (
        <Small role="status">
          {counted(total, 'post')}, {order}
        </Small>
      )}
    </Row>
  )
}

const Strip = styled(PanelBody)`
  margin-bottom: var(--s4);
  padding-block: var(--s3);
  border-block: 1px solid var(--line);
`

function Counts() {
  const { data: counts } = useSWR<FeedbackCounts>(reads.counts.key)
  return (
    <Strip>
      <Figures>
        {STATUSES.map(({ value, label }) => (
          <Fact key={value} label={label}>
            {counts ? count(counts[value]) : '–'}
          </Fact>
        ))}
      </Figures>
    </Strip>
  )
}

function Waiting() {
  return (
    <Loading label="Loading feedback">
      <Entries>
        {[1, 2, 3].map((each) => (
          <li key={each}>
            <Skeleton height="62px" />
            <Content>
              <Skeleton width="30%" />
              <Skeleton width="75%" height="22px" />
              <Skeleton />
            </Content>
          </li>
        ))}
      </Entries>
    </Loading>
  )
}
