import type { ReceiptFile, Seal } from '../../../../src/areas/proofs/contract.ts'
import {
  type Checked,
  checkReceipt,
  hexOfBase64,
  receiptsIn,
  type Statement,
} from '../../../../src/contracts/receipts.ts'
import { http } from '../../api/http.ts'
import { count } from '../../lib/numbers.ts'
import { shortTime } from '../../lib/when.ts'
import { fetchReceipt, reads } from './reads.ts'

export interface Step {
  readonly state: 'on' | 'bad' | 'none'
  readonly title: string
  readonly note: string
}

export interface Examined {
  readonly tone: 'ok' | 'warn' | 'bad'
  readonly title: string
  readonly text: string
  readonly steps: readonly Step[]
  /** The whole fingerprint, and the line: 64 hex digits each; null: not in the file. */
  readonly fingerprint: string | null
  readonly line: string | null
}

interface Checker {
  readonly verifierKey: string
  /** Receipts of the reader can be compared with their present picks. */
  readonly isSignedIn: boolean
}

/** `e051 b6c7 … 8f9e efc0` */
export function shortFingerprint(hex: string): string {
  const groups = grouped(hex).split(' ')
  return [...groups.slice(0, 2), '…', ...groups.slice(-2)].join(' ')
}

/** In groups of four digits. */
export const grouped = (hex: string): string => hex.replaceAll(/(.{4})(?!$)/g, '$1 ')

/** `3–1`, `Draw`, or the rank of a board. */
function saidBy(statement: Statement): string {
  if (!('pick' in statement)) return `Rank ${count(statement.rank)} with ${count(statement.points)} points`
  const { score, result } = statement.pick
  if (score !== null) return `${score.home}–${score.away}`
  return { home: 'Home win', draw: 'Draw', away: 'Away win' }[result] ?? result
}

/** Checks a file. Of several receipts it reports the first that does not fit, else their number. */
export async function examineFile(name: string, text: string, checker: Checker): Promise<Examined> {
  const found: Examined[] = []
  for (const each of receiptsIn(text)) found.push(await examine(name, each, checker))
  if (found.length === 0) return noReceipt(name)
  const wrong = found.find(({ tone }) => tone === 'bad') ?? (found.length === 1 ? found[0] : undefined)
  if (wrong) return wrong
  const right = found.filter(({ tone }) => tone === 'ok').length
  return {
    tone: right === found.length ? 'ok' : 'warn',
    title: `${right} of ${found.length} receipts are in their seals`,
    text:
      right === found.length ? 'Each one stands in its list exactly as you saved it.' : 'The others are not sealed.',
    steps: found.map((each) => ({ state: each.tone === 'ok' ? 'on' : 'none', title: each.title, note: each.text })),
    ...{ fingerprint: null, line: null },
  }
}

const noReceipt = (name: string): Examined => ({
  tone: 'bad',
  title: 'That is no receipt',
  text: `${name} cannot be read as one. A receipt ends in .json.`,
  steps: [],
  ...{ fingerprint: null, line: null },
})

async function examine(name: string, text: string, checker: Checker): Promise<Examined> {
  const checked = await checkReceipt(text, checker.verifierKey)
  const { receipt, statement } = checked
  if (!receipt || !statement) return noReceipt(name)
  const { about } = receipt
  const said = saidBy(statement)
  const found = { steps: stepsOf(checked, said), line: receipt.entry, fingerprint: fingerprintOf(checked) }
  switch (checked.verdict) {
    case 'right':
    case 'right-unsigned': {
      if (await isReplaced(receipt as ReceiptFile, checker))
        return {
          ...found,
          tone: 'warn',
          title: 'In the seal, but it does not count',
          text: `${said} for ${about} was there when the match closed. It was taken out later, and stays marked.`,
        }
      const { size } = checked.checkpoint!
      const place = `number ${count(receipt.seal!.index + 1)} of ${count(size)}`
      return {
        ...found,
        tone: checked.verdict === 'right' ? 'ok' : 'warn',
        title: `${said} is in the seal`,
        text: `${about}: it stands in the list exactly as you saved it, ${place}.`,
      }
    }
    case 'too-early':
      return { ...found, tone: 'warn', ...(await whyUnsealed(receipt as ReceiptFile, statement, said, checker)) }
    case 'wrong-signature':
      return {
        ...found,
        tone: 'bad',
        title: 'Not our signature',
        text: 'Your pick is in this list, but we did not publish the list. Tell us where the file came from.',
      }
    case 'other-subject':
      return {
        ...found,
        tone: 'bad',
        title: 'Not a receipt of this match',
        text: 'The seal in the file belongs to another match.',
      }
    default:
      return {
        ...found,
        tone: 'bad',
        title: 'This does not fit',
        text: `The receipt says ${said}, and the seal does not. The file was changed, or it belongs to another match.`,
      }
  }
}

const fingerprintOf = ({ checkpoint }: Checked): string | null => (checkpoint ? hexOfBase64(checkpoint.root) : null)

function stepsOf({ verdict, receipt, checkpoint, computedRoot }: Checked, said: string): readonly Step[] {
  const isLine = computedRoot !== undefined || verdict === 'too-early'
  const line: Step = isLine
    ? { state: 'on', title: 'Your pick and your secret give your line', note: said }
    : { state: 'bad', title: 'Your pick and your secret do not give the line in the file', note: said }
  if (verdict === 'too-early' || !checkpoint) return [line]
  const fits = computedRoot === checkpoint.root
  const published = hexOfBase64(checkpoint.root)
  const path = `${receipt!.seal!.path.length} steps lead`
  const led = computedRoot ? shortFingerprint(hexOfBase64(computedRoot)) : 'the path is too long or too short'
  const climbed: Step = fits
    ? { state: 'on', title: `${path} to the fingerprint`, note: shortFingerprint(published) }
    : { state: 'bad', title: `${path} somewhere else`, note: `${led}, not ${shortFingerprint(published)}` }
  if (!fits)
    return [line, climbed, { state: 'none', title: 'Signature not looked at', note: 'There is no need after that.' }]
  return [line, climbed, signatureStep(verdict, checkpoint.time)]
}

function signatureStep(verdict: Checked['verdict'], time: string): Step {
  if (verdict === 'wrong-signature')
    return { state: 'bad', title: 'The game’s key did not sign it', note: 'We did not publish this fingerprint.' }
  if (verdict === 'right-unsigned')
    return {
      state: 'none',
      title: 'This browser cannot check the signature',
      note: 'Save the checker and open it in another one.',
    }
  if (verdict === 'other-subject')
    return { state: 'bad', title: 'It is the fingerprint of another match', note: 'Signed with the game’s key.' }
  return {
    state: 'on',
    title: `It is the fingerprint we published on ${shortTime(time)}`,
    note: 'Signed with the game’s key.',
  }
}

/** The present receipt of the same prediction, if it is the reader’s. */
async function presentOf({ predictionId }: ReceiptFile, { isSignedIn }: Checker): Promise<ReceiptFile | null> {
  if (!isSignedIn || !predictionId) return null
  return fetchReceipt(predictionId).catch(() => null)
}

async function isReplaced(receipt: ReceiptFile, checker: Checker): Promise<boolean> {
  const present = await presentOf(receipt, checker)
  return present !== null && present.statement !== receipt.statement
}

/** Why a receipt has no seal: the match is open, or the file is older than the seal. */
async function whyUnsealed(
  receipt: ReceiptFile,
  statement: Statement,
  said: string,
  checker: Checker,
): Promise<Pick<Examined, 'title' | 'text'>> {
  const { about, closesAt } = receipt
  const present = await presentOf(receipt, checker)
  if (present && present.statement !== receipt.statement) {
    const now = saidBy(JSON.parse(present.statement))
    return { title: 'This pick was replaced', text: `${said} was yours before. Your last pick for ${about} is ${now}.` }
  }
  if (present?.state === 'unsealed')
    return { title: 'This match is not sealed', text: `${about} closed before the game sealed picks.` }
  const seals =
    'fixtureId' in statement ? await http<Seal[]>(reads.ofMatch.key(statement.fixtureId)).catch(() => []) : []
  if (seals.length > 0)
    return {
      title: 'This file is older than the seal',
      text: `${about} has closed since. Save the receipt again, then it can be checked.`,
    }
  const closes = closesAt ? ` It closes on ${shortTime(closesAt)}` : ''
  return {
    title: 'Too early',
    text: `${about} is not sealed yet.${closes && `${closes}; the seal follows a minute later.`}`,
  }
}
