import { expect, test } from 'vitest'
import { bytesOf } from '../../../test/support/seals.ts'
import { createSigner } from './note.ts'

test('the name and the verifier key of a store follow from its secret and never change', () => {
  const signer = createSigner(bytesOf(1))
  expect(signer.name).toBe('plp-ce066858')
  expect(signer.verifierKey).toBe('plp-ce066858+46dc1aa5+Ac0D+93KqicDwlFlbVzN2Z9WNbHgZTwGNrlRo6PbIdrU')
})
