import { useRef } from 'react'
import type { CheckHandle } from '../../features/proofs/CheckPanel.tsx'
import { ProofsBody } from '../../features/proofs/ProofsBody.tsx'
import type { PageProps } from '../../lib/area.ts'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { MyReceipts } from './MyReceipts.tsx'

export function ProofsPage({ title }: PageProps) {
  usePageTitle(title)
  const checker = useRef<CheckHandle>(null)
  return (
    <ProofsBody isSignedIn checker={checker}>
      <MyReceipts onCheck={(name, text) => checker.current?.check(name, text)} />
    </ProofsBody>
  )
}
