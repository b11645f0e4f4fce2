import { PLACE_POINTS } from '../../contracts/final-table.ts'
import type { FinalTableCard } from './card.ts'
import { crest } from './crest.ts'
import { BOARD, box, COLOURS, type Node, ONE_LINE, sheet } from './nodes.ts'

const COLUMNS = 4

/** The content of a final table's picture: its clubs in columns, each with its present place and points. */
export function finalTableNode({ title, name, points, word, clubs }: FinalTableCard): Node {
  const rows = Math.ceil(clubs.length / COLUMNS)
  const columns = Array.from({ length: COLUMNS }, (_, nth) => clubs.slice(nth * rows, (nth + 1) * rows))
  return sheet(
    '44px 48px 48px',
    box(
      { position: 'relative', width: '100%', justifyContent: 'space-between', alignItems: 'center' },
      box(
        { flexDirection: 'column', flex: 1, minWidth: 0, gap: 16, paddingRight: 36 },
        box({ ...BOARD, fontSize: 60, lineHeight: 1 }, title),
        box(
          { alignItems: 'center', gap: 22, maxWidth: '100%' },
          box(
            { ...BOARD, fontSize: 44, lineHeight: 1, borderRight: `5px solid ${COLOURS.accent}`, paddingRight: 16 },
            'PLP',
          ),
          box({ ...ONE_LINE, display: 'block', minWidth: 0, fontSize: 34, fontWeight: 600 }, name),
        ),
      ),
      points === null
        ? null
        : box(
            { flexDirection: 'column', alignItems: 'flex-end', flexShrink: 0, gap: 14 },
            box({ ...BOARD, fontSize: 120, lineHeight: 0.8, color: COLOURS.accent }, String(points)),
            box({ fontSize: 28, color: COLOURS.headerMuted }, word),
          ),
    ),
    box(
      { position: 'relative', width: '100%', gap: 12 },
      ...columns.map((own, column) =>
        box(
          { flexDirection: 'column', flex: 1, minWidth: 0, gap: 8 },
          ...own.map((row, index) => clubNode(row, column * rows + index + 1)),
        ),
      ),
    ),
  )
}

function clubNode({ club, place, points }: FinalTableCard['clubs'][number], predicted: number): Node {
  const isExact = points === PLACE_POINTS[0]
  return box(
    { alignItems: 'center', height: 60, gap: 8, paddingLeft: 6, overflow: 'hidden', background: COLOURS.header2 },
    box(
      { ...BOARD, width: 30, flexShrink: 0, justifyContent: 'flex-end', fontSize: 30, color: COLOURS.headerMuted },
      String(predicted),
    ),
    crest(club, 0.9),
    box({ ...BOARD, flex: 1, minWidth: 0, fontSize: 34 }, club.code),
    box({ fontSize: 20, color: COLOURS.headerMuted, flexShrink: 0 }, place),
    points === null
      ? null
      : box(
          {
            ...{ ...BOARD, fontSize: 34, width: 46, height: 60, flexShrink: 0 },
            alignItems: 'center',
            justifyContent: 'center',
            ...(isExact
              ? { background: COLOURS.accent, color: COLOURS.onAccent }
              : { color: points === 0 ? COLOURS.headerMuted : COLOURS.onHeader }),
          },
          String(points),
        ),
  )
}
