import { count } from '../../lib/numbers.ts'
import { Missing } from '../../ui/Loaded.tsx'
import { Loading } from '../../ui/Skeleton.tsx'
import { StatTile, StatTiles } from '../../ui/Stat.tsx'
import { useCommunityStats } from './api.ts'

/** How much the community does. */
export function CommunityTiles() {
  const read = useCommunityStats()
  const { data } = read
  if (!data)
    return (
      <Missing
        read={read}
        failed="Failed to load community stats"
        isAlone
        waiting={<Loading label="Loading community stats" rows={1} rowHeight="84px" />}
      />
    )
  return (
    <StatTiles>
      <StatTile label="Active Users" value={count(data.activeUsers)} />
      <StatTile label="Shared Predictions" value={count(data.totalSharedPredictions)} />
      <StatTile label="Total Likes" value={count(data.totalLikes)} />
      <StatTile label="Comments" value={count(data.totalComments)} />
    </StatTiles>
  )
}
