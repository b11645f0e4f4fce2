import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { ChatWidget } from '../../features/chat/ChatWidget.tsx'
import { useCompetitions } from '../../features/competitions/api.ts'
import { CompetitionList } from '../../features/competitions/CompetitionList.tsx'
import { CreateCompetitionDialog } from '../../features/competitions/CreateCompetitionDialog.tsx'
import { type Filter, filterOf, queryOf } from '../../features/competitions/model.ts'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Button } from '../../ui/Button.tsx'
import { Spread } from '../../ui/layout.ts'
import { Intro, Page } from '../../ui/Page.ts'

export function CompetitionsPage({ user, title }: PageProps) {
  usePageTitle(title)
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const [isCreating, setCreating] = useState(false)
  const first = useCompetitions().data?.[0]
  const filter = filterOf(query)
  const onFilter = (part: Partial<Filter>, isStep = false) =>
    setQuery(queryOf({ ...filter, ...part }), { replace: !isStep })

  return (
    <Page>
      <Spread>
        <div>
          <h1>Competitions</h1>
          <Intro>Join as many as you like: your predictions count in every one of them.</Intro>
        </div>
        {user.role === 'admin' && (
          <Button onClick={() => setCreating(true)}>
            <Plus aria-hidden />
            Create Competition
          </Button>
        )}
      </Spread>
      <CompetitionList userId={user.id} filter={filter} onFilter={onFilter} />
      {first && (
        <ChatWidget room={{ kind: 'competition', id: first.id }} name={first.name} canWrite={first.isParticipant} />
      )}
      {isCreating && (
        <CreateCompetitionDialog
          onClose={() => setCreating(false)}
          onCreated={({ id }) => navigate(`/competitions/${id}`)}
        />
      )}
    </Page>
  )
}
