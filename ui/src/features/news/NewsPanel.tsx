import { serverNow } from '../../lib/serverClock.ts'
import { ageText } from '../../lib/when.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { Small } from '../../ui/layout.ts'
import { Panel, PanelFoot } from '../../ui/Panel.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { useNews } from './api.ts'
import { ON_HOME } from './model.ts'
import { NewsList } from './NewsList.tsx'

/** The latest news on the home page. */
export function NewsPanel() {
  const { data, error, mutate } = useNews()
  return (
    <Panel title="News">
      <Loaded
        read={{ data: data?.list, error, mutate }}
        failed="Unable to load news"
        isBrief
        loading={{ label: 'Loading news', rows: ON_HOME, rowHeight: '54px' }}
        empty={
          <EmptyState title="No news available" action={null}>
            The first stories come with the first results.
          </EmptyState>
        }
      >
        {(articles) => <NewsList articles={articles.slice(0, ON_HOME)} />}
      </Loaded>
      {data && <AsOf asOf={data.asOf} />}
      <PanelFoot>
        <ButtonLink size="sm" block to="/news">
          All news
        </ButtonLink>
      </PanelFoot>
    </Panel>
  )
}

/** Age of the articles while the source is unavailable. */
export function AsOf({ asOf }: { asOf: string | null }) {
  if (asOf === null) return null
  return (
    <PanelFoot>
      <Small>Last updated {ageText(asOf, serverNow())} ago. The news source isn’t responding.</Small>
    </PanelFoot>
  )
}
