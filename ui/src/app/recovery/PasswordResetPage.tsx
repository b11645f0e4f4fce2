import { useId, useState } from 'react'
import { AdminHelp, SecurityQuestionReset, SelfService } from '../../features/recovery/Options.tsx'
import { Ways } from '../../features/recovery/Ways.tsx'
import { usePageTitle } from '../../lib/usePageTitle.ts'
import { Column } from '../../ui/Page.ts'
import { TabList, tabPanelProps } from '../../ui/Tabs.tsx'
import { Box, Expect, Inside, RecoveryFrame } from './RecoveryFrame.tsx'

const FORMS = {
  self: { label: 'Self-Service', Form: SelfService },
  question: { label: 'Security Question', Form: SecurityQuestionReset },
  admin: { label: 'Admin Help', Form: AdminHelp },
} as const
type Way = keyof typeof FORMS

const TABS = Object.entries(FORMS).map(([id, { label }]) => ({ id, label }))

const FACTS = [
  'After 5 wrong attempts we block this connection for 15 minutes.',
  'You can try the security question 3 times a day. A browser you’ve signed in with gets 3 of its own.',
  'Changing your password signs you out on every device.',
]

export function PasswordResetPage() {
  usePageTitle('Reset Password')
  const [way, setWay] = useState<Way>('question')
  const base = useId()
  const { Form } = FORMS[way]
  const panel = tabPanelProps(base, way)
  function choose(chosen: Way) {
    setWay(chosen)
    const { id } = tabPanelProps(base, chosen)
    requestAnimationFrame(() => document.getElementById(id)?.querySelector<HTMLElement>('input')?.focus())
  }
  return (
    <RecoveryFrame>
      <Column>
        <Box aria-labelledby={`${base}-h`}>
          <Inside>
            <h1 id={`${base}-h`}>Reset Password</h1>
            <Ways onChoose={choose} />
          </Inside>
        </Box>
        <Box aria-label={FORMS[way].label}>
          <TabList base={base} label="Ways to reset" tabs={TABS} selected={way} onSelect={(id) => setWay(id as Way)} />
          <Inside {...panel}>
            <Form />
          </Inside>
        </Box>
      </Column>
      <Expect facts={FACTS} />
    </RecoveryFrame>
  )
}
