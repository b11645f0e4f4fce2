import type { Author } from '../areas/sharing/contract.ts'
import type { NameInText } from '../contracts/common.ts'

/** Control characters: no name, title or text of others that a sentence may hold has any. */
const BEGIN = '\u0001'
const END = '\u0002'

/** A username in a sentence, marked as one: who looks for names in a finished sentence takes `Nobody` for the player of that name. */
export const marked = (username: string): string => `${BEGIN}${username}${END}`

/** A sentence as it is read, and where in it which of these people are named. */
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
