import { HEIGHT, WIDTH } from './size.ts'

/** Colours of `ui/src/theme/tokens.css`; a test compares them. */
export const COLOURS = {
  header: '#0b1f17',
  header2: '#142e22',
  onHeader: '#f3f5f1',
  headerMuted: '#a3b8ab',
  headerLine: '#2b4a38',
  pitch: '#1b3a2b',
  accent: '#b4f000',
  onAccent: '#0b1f17',
} as const

export interface Node {
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
}
export type Style = Readonly<Record<string, string | number>>
type Child = Node | string | null

export const box = (style: Style, ...children: readonly Child[]): Node => ({
  type: 'div',
  props: {
    style: { display: 'flex', boxSizing: 'border-box', ...style },
    children: children.filter((child) => child !== null),
  },
})
export const svg = (width: number, height: number, viewBox: string, style: Style, ...paths: readonly Node[]): Node => ({
  type: 'svg',
  props: { width, height, viewBox, style, children: paths },
})
export const path = (attributes: Readonly<Record<string, string | number>>): Node => ({
  type: 'path',
  props: attributes,
})

/** Subsets of the game's fonts. Each is a font family, so that missing glyphs are taken from the next one. */
export const ALPHABETS = ['latin', 'latin-ext', 'vietnamese'] as const
const familiesOf = (name: string): string => [...ALPHABETS.map((alphabet) => `${name} ${alphabet}`), 'Signs'].join(', ')

export const BOARD = { fontFamily: familiesOf('Board'), fontWeight: 600 } as const
export const TEXT = { fontFamily: familiesOf('Text'), fontWeight: 400 } as const
/** Truncates text with an ellipsis. */
export const ONE_LINE = { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' } as const

/** Halfway line and centre circle, as on the landing page. */
export const pitch = (): Node =>
  svg(
    WIDTH,
    HEIGHT,
    `0 0 ${WIDTH} ${HEIGHT}`,
    { position: 'absolute', left: 0, top: 0 },
    path({ d: `M600 0v${HEIGHT}`, stroke: COLOURS.pitch, 'stroke-width': 4 }),
    { type: 'circle', props: { cx: 600, cy: 315, r: 250, stroke: COLOURS.pitch, 'stroke-width': 4, fill: 'none' } },
  )

/** A whole picture: its children from top to bottom, on the pitch. */
export const sheet = (padding: string, ...children: readonly Child[]): Node =>
  box(
    {
      width: WIDTH,
      height: HEIGHT,
      position: 'relative',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding,
      background: COLOURS.header,
      color: COLOURS.onHeader,
      ...TEXT,
    },
    pitch(),
    ...children,
  )
