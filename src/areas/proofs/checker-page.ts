import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'

export type CheckerPage = ReturnType<typeof createCheckerPage>

const page = new URL('./checker.html', import.meta.url)
const receipts = new URL('../../contracts/receipts.ts', import.meta.url)

/** Returns the offline checker as one HTML file: the page, the module that checks receipts, and the verifier key. */
export function createCheckerPage(): (verifierKey: string) => Promise<string> {
  let text: Promise<string> | undefined
  async function build(): Promise<string> {
    const [html, source] = await Promise.all([readFile(page, 'utf8'), readFile(receipts, 'utf8')])
    // Types leave spaces at the ends of lines.
    const lines = stripTypeScriptTypes(source).split('\n')
    const script = lines.map((line) => line.trimEnd().replace(/^export /, '')).join('\n')
    // Functions as replacements: the script has dollar signs.
    return html.replace('/* RECEIPTS */', () => script.replaceAll(/\n{3,}/g, '\n\n'))
  }
  return async (verifierKey) => {
    text ??= build()
    return (await text).replace("/* KEY */ ''", () => JSON.stringify(verifierKey))
  }
}
