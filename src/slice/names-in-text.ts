import type { Author } from '../areas/sharing/contract.ts'
import type { NameInText } from '../contracts/common.ts'

/** Control characters: names, titles and texts of users contain none. */
const BEGIN = '\u0001'
const END = '\u0002'

/** Marks a username in a sentence. A search for names in a finished sentence would take `Nobody` for the player of that name. */
export const marked = (username: string): string => `${BEGIN}${username}${END}`

/** Returns a sentence without marks, and the positions of the names of these people. */
export function namesIn(
  sentence: string,
  people: readonly Author[],
): { readonly text: string; readonly names: NameInText[] } {
  const [before = '', ...rest] = sentence.split(BEGIN)
  const names: NameInText[] = []
  let text = before
  for (const part of rest) {
    const [name = '', after = ''] = part.split(END)
    const person = people.find(({ username }) => username === name)
    if (person) names.push({ ...person, start: text.length, length: name.length })
    text += name + after
  }
  return { text, names }
}
