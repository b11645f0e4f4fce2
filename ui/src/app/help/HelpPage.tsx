import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { styled } from 'styled-components'
import { LifeOfAPick, Worked } from '../../features/help/Examples.tsx'
import { Hits } from '../../features/help/Hits.tsx'
import { helpTargetOf, search } from '../../features/help/model.ts'
import { Topic } from '../../features/help/Topic.tsx'
import type { PageProps } from '../../lib/area.ts'
import { counted } from '../../lib/numbers.ts'
import { HOME, playerPath } from '../../lib/paths.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { ButtonLink } from '../../ui/ButtonLink.tsx'
import { Row, Small, Stack, Wrap } from '../../ui/layout.ts'
import { PanelBox } from '../../ui/Panel.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { HELP } from './content.ts'

const Page = styled(Wrap)`
  padding-block: var(--s3-5);
`

const Head = styled.div`
  display: grid;
  gap: var(--s3);
  padding: var(--s4-5);

  & h1 {
    font-size: var(--t6);
  }
  @container page (min-width: 64rem) {
    grid-template-columns: minmax(0, 1fr) 26.25rem;
    align-items: end;
  }
`

const Actions = styled(Row)`
  padding: 0 var(--s4-5) var(--s5);
`

const TABS = HELP.map(({ id, title }) => ({ id, label: title }))

const quickLinks = (userId: number) =>
  [
    ['Fixtures', HOME.to],
    ['History', playerPath(userId)],
    ['Leaderboards', '/leaderboard'],
    ['News', '/news'],
  ] as const

export function HelpPage({ title, user }: PageProps) {
  usePageTitle(title)
  const { hash } = useLocation()
  const navigate = useNavigate()
  const base = useId()
  const [query, setQuery] = useState('')
  const { topic, entry } = helpTargetOf(hash, HELP)
  const found = useRef(entry?.id ?? null)
  found.current = entry?.id ?? null

  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls again when the address or the search changes
  useEffect(() => {
    if (!found.current || query !== '') return
    const line = document.getElementById(found.current)
    line?.scrollIntoView({ block: 'center' })
    line?.focus({ preventScroll: true })
  }, [hash, query])

  const isSearch = query.trim() !== ''
  const hits = search(query, HELP)
  return (
    <Page>
      <PanelBox aria-labelledby={`${base}-h`}>
        <Head>
          <Stack data-gap="tight">
            <h1 id={`${base}-h`}>Help</h1>
            <Small as="p">How to play, how points work and who sees what.</Small>
          </Stack>
          <Stack data-gap="tight">
            <SearchField
              label="Search the help"
              placeholder="Search the help"
              maxLength={100}
              value={query}
              onValue={setQuery}
            />
            <Small as="p" role="status">
              {isSearch ? counted(hits.length, 'result') : ''}
            </Small>
          </Stack>
        </Head>
        {isSearch ? (
          <Hits hits={hits} query={query} onOpen={() => setQuery('')} />
        ) : (
          <>
            <TabList
              label="Help"
              tabs={TABS}
              selected={topic.id}
              onSelect={(id) => navigate(`#${id}`, { replace: true })}
              base={base}
            />
            <div {...tabPanelProps(base, topic.id)}>
              <Topic topic={topic} found={entry?.id ?? null} />
              {topic.id === 'start' && (
                <Actions role="group" aria-label="Quick actions">
                  {quickLinks(user.id).map(([label, to]) => (
                    <ButtonLink key={label} size="sm" to={to}>
                      {label}
                    </ButtonLink>
                  ))}
                </Actions>
              )}
              {topic.id === 'predictions' && <LifeOfAPick />}
              {topic.id === 'scoring' && <Worked />}
            </div>
          </>
        )}
      </PanelBox>
    </Page>
  )
}
