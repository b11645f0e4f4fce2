import { useLatestNews } from '../../features/news/api.ts'
import { NewsList } from '../../features/news/NewsList.tsx'
import { AsOf } from '../../features/news/NewsPanel.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { PanelBox } from '../../ui/Panel.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { Page } from '../leagues/Page.ts'

/** The latest news. */
export function NewsPage({ title }: { title: string | null }) {
  usePageTitle(title)
  const { data, error, mutate } = useLatestNews()
  return (
    <Page>
      <h1>News</h1>
      <Loaded
        read={{ data: data?.list, error, mutate }}
        failed="Unable to load news"
        isAlone
        waiting={<Loading label="Loading news" rows={8} rowHeight="54px" />}
        empty={<EmptyState title="No news available">The first stories come with the first results.</EmptyState>}
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
