import type { CommunityStats } from '../../../../src/areas/sharing/contract.ts'
import { count } from '../../lib/numbers.ts'
import { Missing } from '../../ui/Loaded.tsx'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { useCommunityStats } from './api.ts'

const TILES: readonly { label: string; of: keyof CommunityStats }[] = [
  { label: 'Active Users', of: 'activeUsers' },
  { label: 'Shared Predictions', of: 'totalSharedPredictions' },
  { label: 'Total Likes', of: 'totalLikes' },
  { label: 'Comments', of: 'totalComments' },
]

/** Community activity. The tiles are rendered before their numbers, so that nothing below moves. */
export function CommunityTiles() {
  const read = useCommunityStats()
  const { data } = read
  const tiles = (
    <StatTiles>
      {TILES.map(({ label, of }) => (
        <StatTile key={of} label={label} value={data ? count(data[of]) : '–'} />
      ))}
    </StatTiles>
  )
  if (data) return tiles
  return <Missing read={read} failed="Failed to load community stats" isAlone waiting={tiles} />
}
