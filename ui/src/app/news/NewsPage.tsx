import { useLatestNews } from '../../features/news/api.ts'
import { NewsList } from '../../features/news/NewsList.tsx'
import { AsOf } from '../../features/news/NewsPanel.tsx'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page } from '../../ui/Page.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'

export function NewsPage({ title }: PageProps) {
  usePageTitle(title)
  const { data, error, mutate } = useLatestNews()
  return (
    <Page>
      <h1>News</h1>
      <Loaded
        read={{ data: data?.list, error, mutate }}
        failed="Unable to load news"
        isAlone
        loading={{ label: 'Loading news', rows: 8, rowHeight: '54px' }}
        empty={<EmptyState title="No news available">The first stories arrive with the first results.</EmptyState>}
      >
        {(articles) => (
          <PanelBox as="div">
            <NewsList articles={articles} />
            <AsOf asOf={data?.asOf ?? null} />
          </PanelBox>
        )}
      </Loaded>
    </Page>
  )
}
