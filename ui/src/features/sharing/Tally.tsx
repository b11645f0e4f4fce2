import { Eye, Heart, Share2 } from 'lucide-react'
import { styled } from 'styled-components'
import { count, wordFor } from '../../lib/numbers.ts'

export const TallyLine = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 2px var(--s4);
  font-size: var(--t1);

  span {
    display: inline-flex;
    align-items: center;
    gap: 5px;
  }
  b {
    font: var(--b4);
  }
  svg {
    width: 1.2em;
    height: 1.2em;
    color: var(--muted);
  }
`

export function Tally({ views, likes, shares }: { views: number; likes: number; shares: number }) {
  return (
    <TallyLine>
      <span>
        <Eye aria-hidden />
        <b>{count(views)}</b> {wordFor(views, 'view')}
      </span>
      <span>
        <Heart aria-hidden />
        <b>{count(likes)}</b> {wordFor(likes, 'like')}
      </span>
      <span>
        <Share2 aria-hidden />
        <b>{count(shares)}</b> {wordFor(shares, 'share')}
      </span>
    </TallyLine>
  )
}
