import type { Receipt } from '../../../../src/contracts/receipts.ts'

/** Key of the samples alone. They show a made-up match of five picks. */
export const SAMPLE_KEY = 'plp-ce066858+46dc1aa5+Ac0D+93KqicDwlFlbVzN2Z9WNbHgZTwGNrlRo6PbIdrU'

const right: Receipt = {
  format: 'plp-receipt-1',
  about: 'Brentford v Burnley',
  statement: '{"fixtureId":1121,"pick":{"result":"home","score":{"away":0,"home":4}},"playerId":3,"revision":1}',
  salt: '8da2be997a8a6d044cd543c4133c393fff79bafb87a56bbca3b2e2edb216e80d',
  entry: '3e1b79858bdfaee8b1cab372b426e3bbd1fb3d071b7731b7ecf52090726a32fb',
  seal: {
    index: 2,
    path: [
      'TLAZnJPvpCUn9tdlkAH86CcP3xp2W1ozbnINmJ6Cxyk=',
      'vt+fM1tyyKRyleAJPCTDG5oNF77BIAsm7jYcictzCT8=',
      'QeKt2XWMcef4XC4PRGY8xnFwzqntvIqDjR9m0k97sNs=',
    ],
    checkpoint:
      'plp-ce066858/fixture/1121\n5\nb6FQ7TUk4uyEDYGIjHI7puC2jy+asgTNYiQwUbBeIzg=\ntime 2025-11-29T14:56:00.000Z\n\n— plp-ce066858 RtwapZ/7g1J5Psgybdw1g5qk6zMPR7E7Pf/DypsB7LwsTh9qRRpIyylEAN2ZvSS3KNHI2uDHeIXLtzgDljL+duT1VAE=\n',
  },
}

const changed: Receipt = { ...right, statement: right.statement.replace('"away":0', '"away":1') }
const other: Receipt = { ...right, seal: { ...right.seal!, path: [...right.seal!.path].reverse() } }

export const SAMPLES = [
  { label: 'A right one', receipt: right },
  { label: 'One with a changed pick', receipt: changed },
  { label: 'One with another list', receipt: other },
].map(({ label, receipt }) => ({ label, text: JSON.stringify(receipt) }))
