import { Megaphone } from 'lucide-react'
import useSWR from 'swr'
import type { Shout } from '../../../../src/contracts/shouts.ts'
import { Loaded } from '../../ui/Loaded.tsx'
import { PersonRow, Rows } from '../../ui/PersonRow.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { EmptyState } from '../../ui/State.tsx'
import { reads } from './reads.ts'

/** What was shouted, by the reader and at them. */
export function ShoutList({ userId }: { userId: number }) {
  const shouts = useSWR<Shout[]>(reads.shouts.key, reads.shouts.fresh)
  return (
    <Loaded
      read={shouts}
      failed="Unable to load the shouts"
      waiting={<Loading label="Loading shouts" rows={3} />}
      empty={<EmptyState icon={Megaphone} title="Nobody has shouted yet" />}
    >
      {(list) => (
        <Rows>
          {list.map(({ id, from, words }) => (
            <PersonRow key={id} id={from.id} username={from.username} isYou={from.id === userId} about={words} />
          ))}
        </Rows>
      )}
    </Loaded>
  )
}
