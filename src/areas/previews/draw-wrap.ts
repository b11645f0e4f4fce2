import type { WrapCard } from './card.ts'
import { frame } from './draw-duel.ts'
import { BOARD, box, COLOURS, type Node, ONE_LINE, TEXT } from './nodes.ts'
import { TALL } from './size.ts'

/** The content of a wrap's picture. */
export const wrapNode = (card: WrapCard): Node => (card.shape === 'wide' ? wide(card) : tall(card))

const wide = ({ title, name, about, percent, figures }: WrapCard): Node =>
  frame(
    title,
    figures,
    box(
      { flex: 1, minWidth: 0, flexDirection: 'column', gap: 12 },
      box(
        {
          ...BOARD,
          display: 'block',
          fontSize: name.length > 18 ? 56 : 84,
          lineHeight: 1,
          lineClamp: 2,
          wordBreak: 'break-word',
        },
        name,
      ),
      box({ fontSize: 30, color: COLOURS.headerMuted }, about),
    ),
    ...(percent === null ? [] : [share(percent, 220, 30, 'flex-end')]),
  )

const share = (percent: number, large: number, small: number, alignItems: string): Node =>
  box(
    { flexDirection: 'column', alignItems, flexShrink: 0, gap: 20 },
    box({ ...BOARD, fontSize: large, lineHeight: 0.8, color: COLOURS.accent }, `${percent}%`),
    box({ fontSize: small }, `better than ${percent} in 100`),
  )

const tall = ({ title, name, about, percent, figures }: WrapCard): Node =>
  box(
    {
      ...TALL,
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '140px 76px 150px',
      background: COLOURS.header,
      color: COLOURS.onHeader,
      ...TEXT,
    },
    box(
      { width: '100%', justifyContent: 'space-between', alignItems: 'center' },
      box(
        { ...BOARD, fontSize: 96, lineHeight: 1, borderRight: `10px solid ${COLOURS.accent}`, paddingRight: 22 },
        'PLP',
      ),
      box({ ...BOARD, fontSize: 60, lineHeight: 1 }, title),
    ),
    box(
      {
        ...BOARD,
        display: 'block',
        width: '100%',
        fontSize: name.length > 18 ? 84 : 124,
        lineHeight: 1,
        lineClamp: 2,
        wordBreak: 'break-word',
      },
      name,
    ),
    ...(percent === null ? [] : [share(percent, 460, 50, 'flex-start')]),
    box(
      { width: '100%', flexDirection: 'column', gap: 12 },
      ...figures.map(({ value, word }) =>
        box(
          {
            padding: '28px 42px',
            justifyContent: 'space-between',
            alignItems: 'center',
            gap: 20,
            background: COLOURS.header2,
          },
          box({ fontSize: 40, color: COLOURS.headerMuted, flex: 1, minWidth: 0, display: 'block' }, word),
          box({ ...BOARD, ...ONE_LINE, display: 'block', fontSize: 68, lineHeight: 1, maxWidth: 520 }, value),
        ),
      ),
    ),
    box({ fontSize: 40, color: COLOURS.headerMuted }, about),
  )
