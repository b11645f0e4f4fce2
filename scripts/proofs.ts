// npm run proofs -- check FILE [--key KEY] | key
import { readFileSync } from 'node:fs'
import { createSigner, SIGNING_KEY } from '../src/areas/proofs/note.ts'
import { type Checked, checkReceipt, hexOfBase64, parseVerifierKey, receiptsIn } from '../src/contracts/receipts.ts'
import { createCommand, Refused, runHere, type Shell } from './support/shell.ts'

const usage = `npm run proofs -- check FILE --key KEY   checks a receipt, or the receipts of a gameweek, without the game; exit code 1 when one is not right
npm run proofs -- check FILE             the same with the key of this store
npm run proofs -- key                    prints the key of this store, which /proofs shows too`

export const main = createCommand({
  usage,
  needsArguments: true,
  options: { key: { type: 'string' } },
  async work(shell, { positionals: [command, file, ...more], values: { key } }) {
    if (command === 'key' && file === undefined) {
      shell.print(await keyOfStore(shell))
      return 0
    }
    if (command !== 'check')
      throw new Refused(
        `npm run proofs does not know ${command === 'key' ? file : command}; it takes check FILE or key`,
      )
    if (file === undefined || more.length > 0) throw new Refused('npm run proofs -- check takes one file')
    if (key !== undefined && parseVerifierKey(key) === null)
      throw new Refused('--key takes the key as /proofs shows it: name+hash+key')
    const receipts = receiptsIn(textOf(file))
    if (receipts.length === 0) throw new Refused(`${file} has no receipt`)
    const verifierKey = key ?? (await keyOfStore(shell))
    let wrong = 0
    for (const text of receipts) {
      const checked = await checkReceipt(text, verifierKey)
      if (checked.verdict !== 'right') wrong += 1
      shell.print(lineOf(checked))
    }
    return wrong === 0 ? 0 : 1
  },
})

async function keyOfStore({ open, settings }: Shell): Promise<string> {
  const { personal } = await open(settings())
  return createSigner(personal.derivedKey(SIGNING_KEY)).verifierKey
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new Refused(`${file} cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
}

const answers: Record<Checked['verdict'], string> = {
  right: 'right',
  'right-unsigned': 'unknown: this machine cannot check the signature',
  'too-early': 'too early: this receipt has no seal yet; save it again after the match has closed',
  changed: 'wrong: the steps do not lead to the fingerprint',
  'other-subject': 'wrong: the seal belongs to another match',
  'wrong-signature': 'wrong: the key did not sign the seal',
  'no-receipt': 'wrong: that is no receipt',
}

function lineOf({ verdict, receipt, checkpoint }: Checked): string {
  const about = receipt ? `${receipt.about}: ${receipt.statement} ` : ''
  if (verdict !== 'right') return `${about}${answers[verdict]}`
  const { size, root, time } = checkpoint!
  return `${about}right, number ${receipt!.seal!.index + 1} of ${size}, sealed ${time}, fingerprint ${hexOfBase64(root)}`
}

if (import.meta.main) await runHere(main)
