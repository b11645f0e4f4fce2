import { ChevronLeft, ChevronRight } from 'lucide-react'
import { count, counted } from '../lib/numbers.ts'
import { Button } from './Button.tsx'
import { Row, Small, Spread } from './layout.ts'
import { PanelFoot } from './Panel.tsx'

interface PagerProps {
  offset: number
  /** Rows a page. */
  size: number
  total: number
  /** What one of them is called. */
  word: string
  /** What several are called, where that is not the word with an s. */
  words?: string
  onOffset: (offset: number) => void
}

/** `1 to 50 of 120 members` with the ways back and on; nothing where all stand on one page. */
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
          <Button
            icon
            size="sm"
            aria-label="Previous page"
            disabled={offset === 0}
            onClick={() => onOffset(Math.max(0, offset - size))}
          >
            <ChevronLeft aria-hidden />
          </Button>
          <Button
            icon
            size="sm"
            aria-label="Next page"
            disabled={last >= total}
            onClick={() => onOffset(offset + size)}
          >
            <ChevronRight aria-hidden />
          </Button>
        </Row>
      </Spread>
    </PanelFoot>
  )
}
