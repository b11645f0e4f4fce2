import { useSearchParams } from 'react-router-dom'
import { AccessDenied } from '../../features/admin/AccessDenied.tsx'
import { TestingTool, tabOf } from '../../features/testing/TestingTool.tsx'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Wrap } from '../../ui/layout.ts'
import { lazyComponent } from '../../ui/lazyComponent.tsx'
import { Loading } from '../../ui/Skeleton.tsx'

const TestersFeedback = lazyComponent(
  () => import('./TestersFeedback.tsx').then((module) => module.TestersFeedback),
  <Loading label="Loading feedback" />,
)

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
