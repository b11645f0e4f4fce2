import { Flag, Shield } from 'lucide-react'
import { useRef } from 'react'
import { styled } from 'styled-components'
import type { FeedbackCounts } from '../../../../src/contracts/feedback.ts'
import { count } from '../../lib/numbers.ts'
import { serverNow } from '../../lib/serverClock.ts'
import { Badge } from '../../ui/Badge.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Pager } from '../../ui/Pager.tsx'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { Loading, Skeleton } from '../../ui/Skeleton.tsx'
import { Figure, Figures } from '../../ui/Stat.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useFeedback, useFeedbackCounts } from './api.ts'
import { FeedbackFilters } from './FeedbackFilters.tsx'
import { Content, Entries, FeedbackItem } from './FeedbackItem.tsx'
import { type FeedbackView, ROWS, SORTS, STATUSES } from './model.ts'

interface FeedbackListProps {
  view: FeedbackView
  /** `isStep`: Back leads to the view before. */
  onView: (view: FeedbackView, isStep: boolean) => void
  /** The reader answers. */
  isAdmin: boolean
}

/** What everybody has said, a page at a time; for administrators with the numbers of each status, and a form under each entry. */
export function FeedbackList({ view, onView, isAdmin }: FeedbackListProps) {
  const { data, error, mutate } = useFeedback(view)
  const counts = useFeedbackCounts(isAdmin)
  const top = useRef<HTMLDivElement>(null)
  const turnTo = (offset: number) => {
    onView({ ...view, offset }, true)
    top.current?.scrollIntoView({ block: 'start' })
  }
  return (
    <div ref={top}>
      <Panel title="Community Feedback" actions={<Aside view={view} total={data?.total} isAdmin={isAdmin} />}>
        {isAdmin && <Counts counts={counts.data} />}
        <FeedbackFilters view={view} onView={(part) => onView({ ...view, ...part, offset: 0 }, false)} />
        <Loaded
          read={{ data: data?.list, error, mutate }}
          failed="Failed to load feedback"
          waiting={<Waiting />}
          empty={
            <EmptyState icon={Flag} title="No feedback yet">
              Say what is missing. Others can vote for it.
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
        {data && (
          <Pager offset={view.offset} size={ROWS} total={data.total} word="entry" words="entries" onOffset={turnTo} />
        )}
      </Panel>
    </div>
  )
}

interface AsideProps {
  view: FeedbackView
  total: number | undefined
  isAdmin: boolean
}

/** `146, newest first` */
function Aside({ view: { sort }, total, isAdmin }: AsideProps) {
  const order = SORTS.find(({ value }) => value === sort)!.words
  return (
    <Row>
      {isAdmin && (
        <Badge tone="info">
          <Shield aria-hidden />
          Admin
        </Badge>
      )}
      {total !== undefined && (
        <Small role="status">
          {count(total)}, {order}
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

/** How much there is of each status. */
function Counts({ counts }: { counts: FeedbackCounts | undefined }) {
  return (
    <Strip>
      <Figures>
        {STATUSES.map(({ value, label }) => (
          <Figure key={value} label={label}>
            {counts ? count(counts[value]) : '–'}
          </Figure>
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
