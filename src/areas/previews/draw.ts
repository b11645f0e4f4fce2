import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import satori, { type Font } from 'satori'
import sharp from 'sharp'
import type { CardClub, CardPick, PicksCard, Picture } from './card.ts'
import { crest } from './crest.ts'
import { duelNode } from './draw-duel.ts'
import { finalTableNode } from './draw-final-table.ts'
import { wrapNode } from './draw-wrap.ts'
import { ALPHABETS, BOARD, box, COLOURS, type Node, ONE_LINE, type Style, sheet } from './nodes.ts'
import { HEIGHT, TALL, WIDTH } from './size.ts'

/** Draws a picture as a PNG of 1200 × 630 pixels, or 1080 × 1920 for a tall one, without a browser. */
export async function drawCard(card: Picture): Promise<Buffer> {
  const { node, text } = nodeOf(card)
  const fonts = await fontsFor(text)
  const picture = await satori(node as Parameters<typeof satori>[0], { ...sizeOf(card), fonts })
  return sharp(Buffer.from(picture)).png({ compressionLevel: 9, palette: true, colours: 128 }).toBuffer()
}

const sizeOf = (card: Picture) =>
  card.kind === 'wrap' && card.shape === 'tall' ? TALL : { width: WIDTH, height: HEIGHT }

/** Returns the content of a picture, and its text by players. */
function nodeOf(card: Picture): { readonly node: Node; readonly text: string } {
  const nameOf = (name: string) => drawable(name) || 'a player'
  if (card.kind === 'duel') {
    const [one, two] = card.sides.map((side) => ({ ...side, name: nameOf(side.name) })) as [...typeof card.sides]
    return { node: duelNode({ ...card, sides: [one, two] }), text: one.name + two.name }
  }
  if (card.kind === 'wrap') return { node: wrapNode(card), text: card.name }
  if (card.kind === 'final-table') return { node: finalTableNode(card), text: card.name }
  const shown = { ...card, title: drawable(card.title) || 'Predictions', by: nameOf(card.by) }
  return { node: whole(shown), text: shown.title + shown.by }
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

function whole(card: PicksCard): Node {
  const sizes = sizesOf(card.picks.length)
  const columns = sizes.isShort ? [card.picks.slice(0, 5), card.picks.slice(5)] : [card.picks]
  return sheet(
    '46px 54px 48px',
    box(
      { position: 'relative', justifyContent: 'space-between', alignItems: 'flex-start', width: '100%' },
      box({ flexDirection: 'column', flex: 1, minWidth: 0, paddingRight: 36 }, title(card.title), signature(card)),
      total(card.figure),
    ),
    card.picks.length === 0
      ? invitation()
      : box(
          { position: 'relative', gap: 28, width: '100%' },
          ...columns.map((picks) =>
            box({ flexDirection: 'column', flex: 1, minWidth: 0, gap: 8 }, ...picks.map((pick) => row(pick, sizes))),
          ),
        ),
  )
}

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

const invitation = (): Node =>
  box({ ...BOARD, position: 'relative', fontSize: 70, lineHeight: 1, color: COLOURS.accent }, 'Join the league')

const signature = ({ role, by, username, more }: PicksCard): Node =>
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
    box({ marginLeft: 22, marginRight: 10, flexShrink: 0 }, role),
    box({ fontWeight: 600, color: COLOURS.onHeader, display: 'block', minWidth: 0, ...ONE_LINE }, by),
    username === null
      ? null
      : box({ marginLeft: 12, display: 'block', flexShrink: 0, maxWidth: 360, ...ONE_LINE }, `@${username}`),
    more > 0 ? box({ marginLeft: 22, flexShrink: 0 }, `and ${more} more`) : null,
  )

const total = (figure: PicksCard['figure']): Node | null =>
  figure === null
    ? null
    : box(
        { flexDirection: 'column', alignItems: 'flex-end', flexShrink: 0 },
        box({ ...BOARD, fontSize: 140, lineHeight: 0.86 }, String(figure.value)),
        box({ fontSize: 30, color: COLOURS.headerMuted }, figure.word),
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
