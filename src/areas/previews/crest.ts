import type { CardClub } from './card.ts'
import { BOARD, box, COLOURS, type Node, path, svg } from './nodes.ts'

/** A club's shield: a band over the field, and two letters. */
export function crest({ colours, letters }: CardClub, scale: number): Node {
  const [width, height] = [38 * scale, 44 * scale]
  const shield = svg(
    width,
    height,
    '0 0 38 44',
    { position: 'absolute', left: 0, top: 0 },
    path({ d: 'M0 0h38v29l-19 15L0 29z', fill: colours.field, stroke: COLOURS.headerLine, 'stroke-width': 1 }),
    path({ d: 'M1 1h36v7H1z', fill: colours.band }),
  )
  const inside = { position: 'absolute', left: 0, top: 9 * scale, width, height: 22 * scale } as const
  const centred = { alignItems: 'center', justifyContent: 'center', fontSize: 20 * scale } as const
  return box(
    { position: 'relative', width, height, flexShrink: 0 },
    shield,
    box({ ...BOARD, ...inside, ...centred, color: colours.letters }, letters),
  )
}
