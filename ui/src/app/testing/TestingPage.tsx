import { useId, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AccessDenied } from '../../features/admin/AccessDenied.tsx'
import { FeedbackForm } from '../../features/feedback/FeedbackForm.tsx'
import { FeedbackList } from '../../features/feedback/FeedbackList.tsx'
import { viewOf } from '../../features/feedback/model.ts'
import { TestingTool, tabOf } from '../../features/testing/TestingTool.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Wrap } from '../../ui/layout.ts'
import { PanelBody, PanelBox, PanelHeader } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'
import type { PageProps } from '../page.ts'

/** The testing tool, for administrators; its tab stands in the address. Everybody else is told that it is not theirs. The server decides anyway. */
export function TestingPage({ user, title }: PageProps) {
  const isAdmin = user.role === 'admin'
  usePageTitle(isAdmin ? title : 'Access Denied')
  const [query, setQuery] = useSearchParams()
  if (!isAdmin)
    return (
      <Wrap>
        <AccessDenied />
      </Wrap>
    )
  return (
    <TestingTool
      readerId={user.id}
      tab={tabOf(query.get('tab'))}
      onTab={(tab) => setQuery({ tab }, { replace: true })}
      feedback={<TestersFeedback userId={user.id} />}
    />
  )
}

/** Testers report in the feedback of the game, where answers and votes are. */
function TestersFeedback({ userId }: { userId: number }) {
  const id = useId()
  const [view, setView] = useState(viewOf(new URLSearchParams(), true))
  return (
    <SideLayout>
      <FeedbackList view={view} onView={setView} isAdmin />
      <PanelBox aria-labelledby={id}>
        <PanelHeader>
          <h2 id={id}>Send feedback on a run</h2>
        </PanelHeader>
        <PanelBody>
          <FeedbackForm userId={userId} />
        </PanelBody>
      </PanelBox>
    </SideLayout>
  )
}
