import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import sparticuz, { inflate } from '@sparticuz/chromium'
import { type Browser, chromium } from 'playwright'
import { collectCoverage } from './browser-coverage.ts'

interface BrowserProgram {
  readonly file: string
  readonly env: Readonly<Record<string, string>>
}

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

let program: Promise<BrowserProgram> | undefined

/** Finds the browser and unpacks it if needed, so that no test spends its time on that. */
export async function prepareBrowser(): Promise<void> {
  program ??= findBrowser()
  await program
}

/**
 * Launches a headless Chromium: `CHROME_PATH`, an installed Chrome or Chromium, Playwright's own, or, on x64 Linux, the
 * one from an npm package. `more`: further arguments of the browser.
 */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  program ??= findBrowser()
  const { file, env } = await program
  const browser = await chromium.launch({
    executablePath: file,
    args: ['--no-sandbox', '--headless=shell', '--no-zygote', ...more],
    env: { ...(process.env as Record<string, string>), ...env },
  })
  const folder = process.env.PLP_BROWSER_COVERAGE
  return folder ? collectCoverage(browser, folder) : browser
}

async function findBrowser(): Promise<BrowserProgram> {
  const chosen = process.env.CHROME_PATH
  if (chosen) {
    if (!existsSync(chosen))
      throw new Error(`CHROME_PATH takes the path of a Chrome or Chromium; ${chosen} is not there`)
    return { file: chosen, env: {} }
  }
  const file = [...installedBrowsers(), chromium.executablePath()].find((candidate) => existsSync(candidate))
  if (file) return { file, env: {} }
  if (process.platform === 'linux' && process.arch === 'x64') return packagedBrowser()
  throw new Error('There is no browser: set CHROME_PATH, or run npx playwright install chromium')
}

function installedBrowsers(): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return [...folders.flatMap((folder) => NAMES.map((name) => path.join(folder, name))), ...PLACES]
}

/**
 * Unpacks the packaged Chromium once per machine. It appears whole or not at all, even if several processes unpack it.
 */
async function packagedBrowser(): Promise<BrowserProgram> {
  const entry = createRequire(import.meta.url).resolve('@sparticuz/chromium')
  const packaged = path.join(path.dirname(entry), '..')
  const { version } = createRequire(import.meta.url)(path.join(packaged, 'package.json')) as { version: string }
  const folder = path.join(tmpdir(), `plp-chromium-${version}-${process.getuid?.() ?? 'user'}`)
  if (!existsSync(folder)) await unpack(path.join(packaged, 'bin'), folder)
  const file = path.join(folder, 'chromium')
  const env: Record<string, string> = {}
  if (!existsSync('/etc/fonts')) env.FONTCONFIG_PATH = path.join(folder, 'fonts')
  // A bare machine lacks libnss3 and related libraries, which the package contains.
  if (lacksLibraries(file)) env.LD_LIBRARY_PATH = path.join(folder, 'al2023', 'lib')
  return { file, env }
}

async function unpack(archives: string, folder: string): Promise<void> {
  const half = `${folder}.new-${process.pid}`
  mkdirSync(half, { recursive: true })
  const before = process.env.TMPDIR
  // The package unpacks into the folder for temporary files, and treats files that are already there as complete.
  process.env.TMPDIR = half
  try {
    await sparticuz.executablePath(archives)
    await inflate(path.join(archives, 'al2023.tar.br'))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    renameSync(half, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(half, { recursive: true })
  }
}

function lacksLibraries(file: string): boolean {
  const { stdout, status } = spawnSync('ldd', [file], { encoding: 'utf8' })
  return status !== 0 || stdout.includes('not found')
}
