import { count, counted } from '../lib/numbers.ts'
import { Row, Small, Spread } from './layout.ts'
import { PanelFoot } from './Panel.tsx'
import { Steps } from './Steps.tsx'

interface PagerProps {
  offset: number
  size: number
  total: number
  word: string
  /** Plural, if it is not `word` with an s. */
  words?: string
  onOffset: (offset: number) => void
}

/** Shows `1 to 50 of 120 members` with buttons for the previous and next page; nothing if one page is enough. */
export function Pager({ offset, size, total, word, words, onOffset }: PagerProps) {
  if (total <= size) return null
  const last = Math.min(offset + size, total)
  return (
    <PanelFoot>
      <Spread>
        <Small role="status">
          {count(Math.min(offset + 1, last))} to {count(last)} of {counted(total, word, words)}
        </Small>
        <Row data-nowrap>
          <Steps
            word="page"
            size="sm"
            previous={offset === 0 ? undefined : Math.max(0, offset - size)}
            next={last < total ? offset + size : undefined}
            onStep={onOffset}
          />
        </Row>
      </Spread>
    </PanelFoot>
  )
}
