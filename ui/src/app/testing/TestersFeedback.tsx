import { useState } from 'react'
import { FeedbackForm } from '../../features/feedback/FeedbackForm.tsx'
import { FeedbackList } from '../../features/feedback/FeedbackList.tsx'
import { viewOf } from '../../features/feedback/model.ts'
import { Panel, PanelBody } from '../../ui/Panel.tsx'
import { SideLayout } from '../../ui/SideLayout.ts'

/** Feedback of testers: the list and a form. */
export function TestersFeedback({ userId }: { userId: number }) {
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
