import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import satori, { type Font } from 'satori'
import sharp from 'sharp'
import type { Card, CardClub, CardPick } from './card.ts'
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

interface Node {
  readonly type: string
  readonly props: Readonly<Record<string, unknown>>
}
type Style = Readonly<Record<string, string | number>>
type Child = Node | string | null

const box = (style: Style, ...children: readonly Child[]): Node => ({
  type: 'div',
  props: {
    style: { display: 'flex', boxSizing: 'border-box', ...style },
    children: children.filter((child) => child !== null),
  },
})
const svg = (width: number, height: number, viewBox: string, style: Style, ...paths: readonly Node[]): Node => ({
  type: 'svg',
  props: { width, height, viewBox, style, children: paths },
})
const path = (attributes: Readonly<Record<string, string | number>>): Node => ({ type: 'path', props: attributes })

/** Subsets of the game's fonts. Each is a font family, so that missing glyphs are taken from the next one. */
const ALPHABETS = ['latin', 'latin-ext', 'vietnamese'] as const
const familiesOf = (name: string): string => [...ALPHABETS.map((alphabet) => `${name} ${alphabet}`), 'Signs'].join(', ')

const BOARD = { fontFamily: familiesOf('Board'), fontWeight: 600 } as const
const TEXT = { fontFamily: familiesOf('Text'), fontWeight: 400 } as const
/** Truncates text with an ellipsis. */
const ONE_LINE = { overflow: 'hidden', whiteSpace: 'nowrap', textOverflow: 'ellipsis' } as const

/** Draws the picture of a share as a PNG of 1200 × 630 pixels, without a browser. */
export async function drawCard(card: Card): Promise<Buffer> {
  const shown = { ...card, title: drawable(card.title) || 'Predictions', by: drawable(card.by) || 'a player' }
  const fonts = await fontsFor(`${shown.title}${shown.by}`)
  const picture = await satori(whole(shown) as Parameters<typeof satori>[0], { width: WIDTH, height: HEIGHT, fonts })
  return sharp(Buffer.from(picture)).png({ compressionLevel: 9, palette: true, colours: 128 }).toBuffer()
}

/**
 * Returns the part of a text that the fonts can draw. Combined emoji are reduced to the first one, flags to their letters. Letters of
 * other alphabets are removed, because they would be drawn as boxes.
 */
export const drawable = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\p{Regional_Indicator}/gu, (flag) => String.fromCodePoint(flag.codePointAt(0)! - 0x1f1e6 + 65))
    .replaceAll(
      /(\p{Extended_Pictographic})(?:[\uFE0F\u{E0020}-\u{E007F}]|\p{Emoji_Modifier}|\u200D\p{Extended_Pictographic})*/gu,
      '$1',
    )
    .replaceAll(
      /[^\p{Script=Latin}\p{Extended_Pictographic}\p{Nd}\p{Sc}\u0020-\u007E\u00A0-\u00FF\u2010-\u2027\u2030-\u203A]/gu,
      ' ',
    )
    .replaceAll(/\s+/g, ' ')
    .trim()

function whole(card: Card): Node {
  const sizes = sizesOf(card.picks.length)
  const columns = sizes.isShort ? [card.picks.slice(0, 5), card.picks.slice(5)] : [card.picks]
  return box(
    {
      width: WIDTH,
      height: HEIGHT,
      position: 'relative',
      flexDirection: 'column',
      justifyContent: 'space-between',
      padding: '46px 54px 48px',
      background: COLOURS.header,
      color: COLOURS.onHeader,
      ...TEXT,
    },
    pitch(),
    box(
      { position: 'relative', justifyContent: 'space-between', alignItems: 'flex-start', width: '100%' },
      box({ flexDirection: 'column', flex: 1, minWidth: 0, paddingRight: 36 }, title(card.title), signature(card)),
      total(card.points),
    ),
    box(
      { position: 'relative', gap: 28, width: '100%' },
      ...columns.map((picks) =>
        box({ flexDirection: 'column', flex: 1, minWidth: 0, gap: 8 }, ...picks.map((pick) => row(pick, sizes))),
      ),
    ),
  )
}

/** Halfway line and centre circle, as on the landing page. */
const pitch = (): Node =>
  svg(
    WIDTH,
    HEIGHT,
    `0 0 ${WIDTH} ${HEIGHT}`,
    { position: 'absolute', left: 0, top: 0 },
    path({ d: `M600 0v${HEIGHT}`, stroke: COLOURS.pitch, 'stroke-width': 4 }),
    { type: 'circle', props: { cx: 600, cy: 315, r: 250, stroke: COLOURS.pitch, 'stroke-width': 4, fill: 'none' } },
  )

/** Title in at most two lines; long titles are smaller. */
function title(text: string): Node {
  const size = text.length <= 34 ? 70 : text.length <= 60 ? 58 : 46
  return box(
    {
      ...BOARD,
      fontSize: size,
      lineHeight: 1.02,
      display: 'block',
      lineClamp: 2,
      wordBreak: 'break-word',
      maxWidth: '100%',
    },
    text,
  )
}

const signature = ({ by, username, more }: Card): Node =>
  box(
    { alignItems: 'center', marginTop: 20, fontSize: 30, color: COLOURS.headerMuted, maxWidth: '100%' },
    box(
      {
        ...BOARD,
        fontSize: 44,
        lineHeight: 1,
        color: COLOURS.onHeader,
        borderRight: `5px solid ${COLOURS.accent}`,
        paddingRight: 16,
      },
      'PLP',
    ),
    box({ marginLeft: 22, marginRight: 10, flexShrink: 0 }, 'Shared by'),
    box({ fontWeight: 600, color: COLOURS.onHeader, display: 'block', minWidth: 0, ...ONE_LINE }, by),
    username === null
      ? null
      : box({ marginLeft: 12, display: 'block', flexShrink: 0, maxWidth: 360, ...ONE_LINE }, `@${username}`),
    more > 0 ? box({ marginLeft: 22, flexShrink: 0 }, `and ${more} more`) : null,
  )

const total = (points: number | null): Node | null =>
  points === null
    ? null
    : box(
        { flexDirection: 'column', alignItems: 'flex-end', flexShrink: 0 },
        box({ ...BOARD, fontSize: 140, lineHeight: 0.86 }, String(points)),
        box({ fontSize: 30, color: COLOURS.headerMuted }, points === 1 ? 'point' : 'points'),
      )

/** Sizes of a row. With fewer picks, rows are larger. */
interface Sizes {
  readonly scale: number
  /** Shows codes of clubs instead of names. */
  readonly isShort: boolean
}

const sizesOf = (picks: number): Sizes =>
  picks > 5 ? { scale: 1, isShort: true } : { scale: picks <= 2 ? 1.7 : picks === 3 ? 1.4 : 1, isShort: false }

function row({ home, away, call, points, verdict }: CardPick, { scale, isShort }: Sizes): Node {
  const name = ({ name, code }: CardClub) =>
    box(
      { ...BOARD, ...ONE_LINE, display: 'block', fontSize: 38 * scale, lineHeight: 1.1, minWidth: 0 },
      isShort ? code : name,
    )
  const side = { flex: 1, minWidth: 0, alignItems: 'center', gap: 14 * scale } as const
  const height = 64 * scale
  const callSize = call.includes('–') ? 48 : 36
  return box(
    { alignItems: 'center', height, paddingLeft: 18, background: COLOURS.header2 },
    box({ ...side, justifyContent: 'flex-end' }, name(home), crest(home, scale)),
    box(
      {
        ...BOARD,
        width: (isShort ? 96 : 130) * scale,
        justifyContent: 'center',
        fontSize: callSize * scale,
        color: COLOURS.accent,
      },
      call,
    ),
    box(side, crest(away, scale), name(away)),
    box(
      {
        ...{ ...BOARD, ...verdictStyle(verdict) },
        width: (isShort ? 74 : 96) * scale,
        height,
        alignItems: 'center',
        justifyContent: 'center',
        fontSize: 38 * scale,
      },
      points === null ? '' : String(points),
    ),
  )
}

/** Exact verdicts are filled, correct ones outlined, others plain. */
function verdictStyle(verdict: CardPick['verdict']): Style {
  if (verdict === 'exact') return { background: COLOURS.accent, color: COLOURS.onAccent }
  if (verdict === 'correct') return { border: `4px solid ${COLOURS.accent}`, color: COLOURS.onHeader }
  return { color: COLOURS.headerMuted }
}

/** A club's shield: a band over the field, and two letters. */
function crest({ colours, letters }: CardClub, scale: number): Node {
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

const require = createRequire(import.meta.url)
const loaded = new Map<string, Promise<Buffer>>()
const file = (name: string): Promise<Buffer> => {
  const known = loaded.get(name) ?? readFile(require.resolve(`@fontsource/${name}`))
  loaded.set(name, known)
  return known
}

/** Loads the fonts of a picture. The emoji font is loaded only if the text contains emoji. */
async function fontsFor(text: string): Promise<Font[]> {
  const board = ALPHABETS.map(async (alphabet) => ({
    name: `Board ${alphabet}`,
    weight: 600 as const,
    data: await file(`barlow-condensed/files/barlow-condensed-${alphabet}-600-normal.woff`),
  }))
  const words = ALPHABETS.flatMap((alphabet) =>
    ([400, 600] as const).map(async (weight) => ({
      name: `Text ${alphabet}`,
      weight,
      data: await file(`archivo/files/archivo-${alphabet}-${weight}-normal.woff`),
    })),
  )
  const signs = /\p{Extended_Pictographic}/u.test(text)
    ? [
        file('noto-emoji/files/noto-emoji-emoji-400-normal.woff').then((data) => ({
          name: 'Signs',
          weight: 400 as const,
          data,
        })),
      ]
    : []
  const fonts = await Promise.all([...board, ...words, ...signs])
  return fonts.map((font) => ({ ...font, style: 'normal' as const }))
}
