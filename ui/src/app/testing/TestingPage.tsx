import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { AccessDenied } from '../../features/admin/AccessDenied.tsx'
import { FeedbackForm } from '../../features/feedback/FeedbackForm.tsx'
import { FeedbackList } from '../../features/feedback/FeedbackList.tsx'
import { viewOf } from '../../features/feedback/model.ts'
import { TestingTool, tabOf } from '../../features/testing/TestingTool.tsx'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Wrap } from '../../ui/layout.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'

/**
 * The testing tool for administrators, with its tab in the address. Other users see "Access Denied"; the server checks
 * every request.
 */
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

function TestersFeedback({ userId }: { userId: number }) {
  const [view, setView] = useState(viewOf(new URLSearchParams(), true))
  return (
    <SideLayout>
      <FeedbackList view={view} onView={setView} isAdmin />
      <Panel title="Send feedback on a run">
        <PanelBody>
          <FeedbackForm userId={userId} />
        </PanelBody>
      </Panel>
    </SideLayout>
  )
}
