import unhomoglyph from 'unhomoglyph'
import { isVisible } from '../contracts/common.ts'
import { DELETED_PLAYER, DELETED_USER } from '../contracts/names.ts'

export type NameRefusal = 'name-invisible' | 'name-reserved'

/** Error texts of refused names. */
export const NAME_REFUSALS: Readonly<Record<NameRefusal, string>> = {
  'name-invisible': 'Use at least one visible character',
  'name-reserved': 'This name is reserved. Choose another',
}

/** Names that would make a player appear to represent the game. */
const ROLES = ['administrator', 'admin', 'moderator', 'support', 'staff', 'official', 'system', 'plp']
/** Placeholders of pages for a name. */
const PLACEHOLDERS = [DELETED_USER, DELETED_PLAYER, 'anonymous', 'you']
/** Words that do not distinguish a name from a reserved one: `The PLP Admins 2`. */
const FILLERS = ['the', 'team', 's']

/** Letters that neither NFKD nor the Unicode confusables fold: small capitals, and three enclosed alphabets from A to Z. */
const PLAIN = new Map<string, string>()
for (const [index, smallCapital] of [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'].entries()) {
  const enclosed = [0x1f150, 0x1f170, 0x1f1e6].map((first) => String.fromCodePoint(first + index))
  for (const sign of [smallCapital, ...enclosed]) PLAIN.set(sign, String.fromCodePoint(97 + index))
}

/**
 * Folds a name for comparison: letters and digits only, without case, accents and invisible characters, confusables by the skeleton
 * of UTS #39. The skeleton is applied twice, since some letters are confusable in one case only (`Μ`, `μ`). `i` becomes `l`, since the
 * skeleton maps `I` and `1` to `l`.
 */
function foldedName(name: string): string {
  const bare = name.normalize('NFKD').replace(/[\p{M}\p{DI}]/gu, '')
  const plain = Array.from(bare, (sign) => PLAIN.get(sign) ?? sign).join('')
  return unhomoglyph(unhomoglyph(plain).toLowerCase())
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('i', 'l')
}

const anyOf = (words: readonly string[]): string => words.map(foldedName).join('|')
const reserved = new RegExp(anyOf([...ROLES, ...PLACEHOLDERS]), 'g')
/** `0` and `1` are `o` and `l` in a folded name. */
const fillers = new RegExp(`^(?:${anyOf(FILLERS)}|[0-9ol])*$`)

/** True for names that consist of reserved words only, in any spelling (docs/threats.md T91). */
export function isReservedName(name: string): boolean {
  const folded = foldedName(name)
  const rest = folded.replace(reserved, '')
  return rest !== folded && fillers.test(rest)
}

/** The reason to refuse a new name, or null. */
export function nameRefusal(name: string): NameRefusal | null {
  if (!isVisible(name)) return 'name-invisible'
  return isReservedName(name) ? 'name-reserved' : null
}
