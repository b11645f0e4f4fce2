import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Names of a new area: `polls` and `poll`. */
export interface AreaName {
  readonly many: string
  readonly one: string
}

/** The sample area, which becomes the new one. */
const SAMPLE: AreaName = { many: 'shouts', one: 'shout' }
const SAMPLE_FOLDER = 'test/new-area/shouts'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** A text of the sample area with the names of the new one. */
function renamed(text: string, { many, one }: AreaName): string {
  const words: readonly [string, string][] = [
    [SAMPLE.many.toUpperCase(), many.toUpperCase()],
    [capital(SAMPLE.many), capital(many)],
    [SAMPLE.many, many],
    [capital(SAMPLE.one), capital(one)],
    [SAMPLE.one, one],
  ]
  return words.reduce((result, [from, to]) => result.replaceAll(from, to), text)
}

/** Files of the new area, by their paths from the root, with their texts. `sample`: root of the checkout with the sample area. */
export function filesOfArea(sample: string, name: AreaName): ReadonlyMap<string, string> {
  const folder = path.join(sample, SAMPLE_FOLDER)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .map((file) => file.replaceAll(path.sep, '/'))
  return new Map(
    files.map((file) => [renamed(file, name), renamed(readFileSync(path.join(folder, file), 'utf8'), name)]),
  )
}

/** The two lists that name every area, with the new one in them. */
export function listsWithArea(root: string, { many }: AreaName): ReadonlyMap<string, string> {
  const lists = [
    {
      file: 'src/areas/index.ts',
      from: (area: string) => `./${area}/area.ts`,
      list: 'export const areas',
      before: ']\n',
    },
    {
      file: 'ui/src/app/pages.tsx',
      from: (area: string) => `../features/${area}/area.tsx`,
      list: 'const AREAS',
      before: '  notifications,\n',
    },
  ]
  return new Map(
    lists.map(({ file, from, list, before }) => {
      const text = readFileSync(path.join(root, file), 'utf8')
      const imported = [...text.matchAll(/^import \{ (\w+) \} from '(.+)'\n/gm)].filter(
        ([, area, source]) => source === from(area!),
      )
      const next = imported.find(([, area]) => area! > many) ?? imported.at(-1)!
      const withImport = insert(text, next.index, `import { ${many} } from '${from(many)}'\n`)
      const at = withImport.indexOf(before, withImport.indexOf(list))
      return [file, insert(withImport, at, `  ${many},\n`)]
    }),
  )
}

const insert = (text: string, at: number, added: string): string => text.slice(0, at) + added + text.slice(at)

/** Adds an area to a checkout. Throws where one of its files exists. Returns the paths of written files. */
export function addArea(root: string, name: AreaName, sample = root): readonly string[] {
  const files = filesOfArea(sample, name)
  for (const file of files.keys()) if (existsSync(path.join(root, file))) throw new Error(`${file} exists already`)
  const written = new Map([...files, ...listsWithArea(root, name)])
  for (const [file, text] of written) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return [...written.keys()]
}
