import { useState } from 'react'
import { useLatestNews, useStories } from '../../features/news/api.ts'
import { FrontPage } from '../../features/news/FrontPage.tsx'
import { STORY_FILTERS, type StoryFilter } from '../../features/news/model.ts'
import { NewsList } from '../../features/news/NewsList.tsx'
import { AsOf } from '../../features/news/NewsPanel.tsx'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { PlayLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Spread } from '../../ui/layout.ts'
import { Page } from '../../ui/Page.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { EmptyState } from '../../ui/State.tsx'

const LABELS: Readonly<Record<StoryFilter, string>> = { all: 'All', picks: 'My picks', leagues: 'My leagues' }
const FILTERS = STORY_FILTERS.map((value) => ({ value, label: LABELS[value] }) as const)
const loading = { label: 'Loading news', rows: 8, rowHeight: '54px' } as const

export function NewsPage({ title }: PageProps) {
  usePageTitle(title)
  const stories = useStories()
  const [filter, setFilter] = useState<StoryFilter>('all')
  const hasOwn = stories.data !== undefined && stories.data.length > 0
  return (
    <Page>
      <Spread>
        <h1>News</h1>
        {hasOwn && (
          <Segmented label="Stories" options={FILTERS} value={filter} onChoose={(chosen) => setFilter(chosen)} />
        )}
      </Spread>
      <Loaded read={stories} failed="Unable to load news" isAlone loading={loading} empty={<External />}>
        {(cards) => <FrontPage cards={cards} filter={filter} onAll={() => setFilter('all')} />}
      </Loaded>
    </Page>
  )
}

/** Articles of an external source, or the empty state of a season without results. */
function External() {
  const { data, error, mutate } = useLatestNews()
  return (
    <Loaded
      read={{ data: data?.list, error, mutate }}
      failed="Unable to load news"
      loading={loading}
      empty={
        <EmptyState title="No news available" action={<PlayLink />}>
          The first stories arrive with the first results.
        </EmptyState>
      }
    >
      {(articles) => (
        <>
          <NewsList articles={articles} />
          <AsOf asOf={data?.asOf ?? null} />
        </>
      )}
    </Loaded>
  )
}
