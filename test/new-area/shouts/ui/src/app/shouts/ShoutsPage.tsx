import { styled } from 'styled-components'
import { ShoutList } from '../../features/shouts/ShoutList.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Wrap } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import type { PageProps } from '../page.ts'

const Page = styled(Wrap)`
  padding-block: var(--s4);
`

/** All that was shouted. */
export function ShoutsPage({ user, title }: PageProps) {
  usePageTitle(title)
  return (
    <Page>
      <h1>{title}</h1>
      <Panel title="Latest">
        <ShoutList userId={user.id} />
      </Panel>
    </Page>
  )
}
