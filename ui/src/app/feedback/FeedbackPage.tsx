import { startTransition, useId, useOptimistic } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import { FeedbackForm } from '../../features/feedback/FeedbackForm.tsx'
import { FeedbackList } from '../../features/feedback/FeedbackList.tsx'
import { type FeedbackView, queryOf, viewOf } from '../../features/feedback/model.ts'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Page } from '../../ui/Page.ts'
import { PanelBody, PanelBox, PanelHeader } from '../../ui/Panel.tsx'

const Columns = styled(Page)`
  align-items: start;

  @container page (min-width: 64rem) {
    grid-template-columns: 22rem minmax(0, 1fr);
  }
`

export function FeedbackPage({ user, title }: PageProps) {
  usePageTitle(title)
  const id = useId()
  const [query, setQuery] = useSearchParams()
  const isAdmin = user.role === 'admin'
  // The address changes in a transition, but the choice is shown at once.
  const [view, showAtOnce] = useOptimistic(viewOf(query, isAdmin))
  const choose = (next: FeedbackView, isStep: boolean) =>
    startTransition(() => {
      showAtOnce(next)
      setQuery(queryOf(next, isAdmin), { replace: !isStep })
    })
  return (
    <Columns>
      <PanelBox aria-labelledby={id}>
        <PanelHeader>
          <h1 id={id}>Feedback</h1>
        </PanelHeader>
        <PanelBody>
          <FeedbackForm userId={user.id} />
        </PanelBody>
      </PanelBox>
      <FeedbackList view={view} onView={choose} isAdmin={isAdmin} />
    </Columns>
  )
}
