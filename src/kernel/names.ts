import unhomoglyph from 'unhomoglyph'
import { isVisible } from '../contracts/common.ts'
import { DELETED_USER } from '../contracts/names.ts'

export type NameRefusal = 'name-invisible' | 'name-reserved'

/** The sentences of refused names, as players read them. */
export const NAME_REFUSALS: Readonly<Record<NameRefusal, string>> = {
  'name-invisible': 'There is nothing to see in this',
  'name-reserved': 'This name is reserved. Choose another',
}

/** With these a player would speak for the game. */
const ROLES = ['administrator', 'admin', 'moderator', 'support', 'staff', 'official', 'system', 'plp']
/** Pages write these in place of a name. */
const PLACEHOLDERS = [DELETED_USER, 'anonymous', 'you']
/** With these a reserved word is still the same name: `The PLP Admins 2`. */
const FILLERS = ['the', 'team', 's']

/** Letters that neither NFKD nor the confusables of Unicode make plain: small capitals, and three enclosed alphabets from A to Z. */
const PLAIN = new Map<string, string>()
for (const [index, smallCapital] of [...'ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡxʏᴢ'].entries()) {
  const enclosed = [0x1f150, 0x1f170, 0x1f1e6].map((first) => String.fromCodePoint(first + index))
  for (const sign of [smallCapital, ...enclosed]) PLAIN.set(sign, String.fromCodePoint(97 + index))
}

/**
 * What a name looks like: letters and digits alone, without case, accents and invisible characters, and look-alikes as one by the skeleton
 * of UTS #39. That is taken twice, since some letters look like others in one case only (`Μ`, `μ`). `i` and `l` are one, since it makes `I`
 * and `1` an `l`.
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

/** True for names of nothing but reserved words, however they are written (docs/threats.md T91). */
export function isReservedName(name: string): boolean {
  const folded = foldedName(name)
  const rest = folded.replace(reserved, '')
  return rest !== folded && fillers.test(rest)
}

/** Why a new name is refused; null: it is not. */
export function nameRefusal(name: string): NameRefusal | null {
  if (!isVisible(name)) return 'name-invisible'
  return isReservedName(name) ? 'name-reserved' : null
}
