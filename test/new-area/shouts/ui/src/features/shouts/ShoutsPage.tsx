import { Megaphone } from 'lucide-react'
import useSWR from 'swr'
import type { Shout } from '../../../../src/areas/shouts/contract.ts'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { Page } from '../../ui/Page.ts'
import { Panel } from '../../ui/Panel.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { reads } from './reads.ts'

/** Shouts by the reader and to the reader. */
export function ShoutsPage({ user, title }: PageProps) {
  usePageTitle(title)
  const shouts = useSWR<Shout[]>(reads.shouts.key, reads.shouts.fresh)
  return (
    <Page>
      <h1>{title}</h1>
      <Panel title="Latest">
        <Loaded
          read={shouts}
          failed="Unable to load the shouts"
          waiting={<Loading label="Loading shouts" rows={3} />}
          empty={<EmptyState icon={Megaphone} title="No shouts yet" action={null} />}
        >
          {(list) => (
            <Rows>
              {list.map(({ id, from, words }) => (
                <PersonRow key={id} id={from.id} person={from} isYou={from.id === user.id} about={words} />
              ))}
            </Rows>
          )}
        </Loaded>
      </Panel>
    </Page>
  )
}
