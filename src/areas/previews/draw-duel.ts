import type { DuelCard } from './card.ts'
import { BOARD, box, COLOURS, type Node, ONE_LINE, type Style, sheet } from './nodes.ts'

/** The frame of a picture with figures: the product's name, a heading, and the figures below. */
export const frame = (heading: string, figures: DuelCard['figures'], ...children: readonly Node[]): Node =>
  sheet(
    '52px 58px',
    box(
      { position: 'relative', width: '100%', justifyContent: 'space-between', alignItems: 'center' },
      box(
        { ...BOARD, fontSize: 52, lineHeight: 1, borderRight: `6px solid ${COLOURS.accent}`, paddingRight: 14 },
        'PLP',
      ),
      box({ ...BOARD, fontSize: 42, lineHeight: 1 }, heading),
    ),
    box({ position: 'relative', width: '100%', justifyContent: 'center', alignItems: 'center', gap: 36 }, ...children),
    box(
      { position: 'relative', width: '100%', gap: 10 },
      ...figures.map(({ value, word }) =>
        box(
          {
            flexDirection: 'column',
            flex: 1,
            minWidth: 0,
            minHeight: 122,
            gap: 8,
            padding: 18,
            background: COLOURS.header2,
          },
          box(
            { ...BOARD, ...ONE_LINE, display: 'block', fontSize: value.length > 9 ? 32 : 42, lineHeight: 1.1 },
            value,
          ),
          box(
            {
              fontSize: 24,
              lineHeight: 1.2,
              color: COLOURS.headerMuted,
              display: 'block',
              wordBreak: 'break-word',
              lineClamp: 2,
            },
            word,
          ),
        ),
      ),
    ),
  )

/** The content of a duel's picture. */
export const duelNode = ({ gameweek, sides: [one, two], figures }: DuelCard): Node =>
  frame(
    gameweek === null ? 'Before the first result' : `After gameweek ${gameweek}`,
    figures,
    side(one, { alignItems: 'flex-end' }),
    points(one.points, COLOURS.accent),
    box({ width: 28, height: 8, flexShrink: 0, background: COLOURS.headerLine }),
    points(two.points, COLOURS.onHeader),
    side(two, { alignItems: 'flex-start' }),
  )

const points = (value: number, color: string): Node =>
  box({ ...BOARD, fontSize: 144, lineHeight: 0.8, flexShrink: 0, color }, value.toLocaleString('en-GB'))

const side = ({ name, username }: DuelCard['sides'][number], style: Style): Node =>
  box(
    { flex: 1, minWidth: 0, flexDirection: 'column', ...style },
    box(
      {
        ...BOARD,
        display: 'block',
        fontSize: 56,
        lineHeight: 1,
        lineClamp: 2,
        wordBreak: 'break-word',
        maxWidth: '100%',
      },
      name,
    ),
    username === null
      ? null
      : box(
          { ...ONE_LINE, display: 'block', maxWidth: '100%', fontSize: 28, color: COLOURS.headerMuted },
          `@${username}`,
        ),
  )
