import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'

/** Names of a new area: `polls` and `poll`. */
export interface AreaName {
  readonly many: string
  readonly one: string
}

/** The sample area to copy. */
const SAMPLE: AreaName = { many: 'shouts', one: 'shout' }
const SAMPLE_FOLDER = 'test/new-area/shouts'

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** Replaces the names of the sample area in a text. */
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

/** Texts of the new area's files by path from the root. `sample`: root of the checkout with the sample area. */
export function filesOfArea(sample: string, name: AreaName): ReadonlyMap<string, string> {
  const folder = path.join(sample, SAMPLE_FOLDER)
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => statSync(path.join(folder, file)).isFile())
    .map((file) => file.replaceAll(path.sep, '/'))
  return new Map(
    files.map((file) => [renamed(file, name), renamed(readFileSync(path.join(folder, file), 'utf8'), name)]),
  )
}

/** The two lists of all areas, with the new one added. */
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

/** Adds an area to a checkout. Returns the paths of the written files. Throws if one of them exists. */
export function addArea(root: string, name: AreaName, sample = root): readonly string[] {
  const files = filesOfArea(sample, name)
  for (const file of files.keys()) if (existsSync(path.join(root, file))) throw new Error(`${file} already exists`)
  const written = new Map([...files, ...listsWithArea(root, name)])
  for (const [file, text] of written) {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
  return [...written.keys()]
}
