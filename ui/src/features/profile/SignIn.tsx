import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { styled } from 'styled-components'
import type { Profile } from '../../../../src/areas/profiles/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { Row, Small } from '../../ui/layout.ts'
import { Panel } from '../../ui/Panel.tsx'
import { Rows, RowText } from '../../ui/PersonRow.tsx'
import { useProfileChange } from './api.ts'
import { EmailDialog } from './EmailDialog.tsx'
import { EmailState } from './EmailState.tsx'
import { PasswordDialog } from './PasswordDialog.tsx'
import { QuestionDialog } from './QuestionDialog.tsx'

/* On a phone two buttons wrap below the text. */
const Text = styled(RowText)`
  flex-basis: 12rem;
`

type Changed = 'password' | 'email' | 'security question'

/** `?change=password` opens the dialog, after a way back in. */
export function SignIn({ profile }: { profile: Profile }) {
  const [query, setQuery] = useSearchParams()
  const [changed, change] = useState<Changed | null>(query.get('change') === 'password' ? 'password' : null)
  const { email, emailConfirmed, securityQuestion } = profile
  const close = () => {
    change(null)
    if (query.has('change')) setQuery({ tab: 'settings' }, { replace: true })
  }
  const button = (what: Changed, word: string) => (
    <Button size="sm" aria-label={`${word} ${what}`} onClick={() => change(what)}>
      {word}
    </Button>
  )
  return (
    <Panel title="Sign-in and recovery">
      <Rows>
        <li>
          <Text>
            <b>Password</b>
            <Small as="div">Changing it signs you out everywhere else.</Small>
          </Text>
          {button('password', 'Change')}
        </li>
        <li>
          <Text>
            <Row>
              <b>Email</b>
              {email !== null && <EmailState {...profile} />}
            </Row>
            <Small as="div">
              {email === null
                ? 'Not set. A confirmed address is the quickest way back in.'
                : emailConfirmed
                  ? email
                  : `Sent to ${email}. Open the link in that email to confirm it.`}
            </Small>
          </Text>
          <Row>
            {email !== null && !emailConfirmed && <SendAgain email={email} />}
            {button('email', email === null ? 'Set' : 'Change')}
          </Row>
        </li>
        <li>
          <Text>
            <b>Security question</b>
            <Small as="div">{securityQuestion ?? 'Not set'}</Small>
          </Text>
          {button('security question', securityQuestion === null ? 'Set' : 'Change')}
        </li>
      </Rows>
      {changed === 'password' && <PasswordDialog onClose={close} />}
      {changed === 'email' && <EmailDialog profile={profile} onClose={close} />}
      {changed === 'security question' && <QuestionDialog profile={profile} onClose={close} />}
    </Panel>
  )
}

/** Saving the same address again sends another mail, until it is confirmed. */
function SendAgain({ email }: { email: string }) {
  const { isBusy, save } = useProfileChange()
  return (
    <Button size="sm" busy={isBusy} onClick={() => void save({ email }, `Another email is on its way to ${email}.`)}>
      Send again
    </Button>
  )
}
