import { Fragment } from 'react'
import type { NameInText } from '../../../src/contracts/common.ts'
import { PlayerName } from './PlayerName.tsx'

type Place = Pick<NameInText, 'id' | 'start' | 'length'>

export function NamedText({ text, names }: { text: string; names: readonly Place[] }) {
  const ends = [0, ...names.map(({ start, length }) => start + length)]
  return (
    <>
      {names.map(({ id, start }, index) => (
        <Fragment key={start}>
          {text.slice(ends[index], start)}
          <PlayerName id={id} name={text.slice(start, ends[index + 1])} inText />
        </Fragment>
      ))}
      {text.slice(ends.at(-1))}
    </>
  )
}
