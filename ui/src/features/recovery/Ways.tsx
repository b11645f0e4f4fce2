import { ChevronRight, KeyRound, LifeBuoy, type LucideIcon, Mail, MessageCircleQuestion } from 'lucide-react'
import { styled } from 'styled-components'

const List = styled.ol`
  display: grid;

  li {
    border-top: 1px solid var(--line);
  }
  li > * {
    display: grid;
    grid-template-columns: auto minmax(0, 1fr) auto;
    align-items: center;
    gap: var(--s3);
    width: 100%;
    min-height: 56px;
    padding-block: var(--s2);
    text-align: start;
    text-decoration: none;
    color: var(--ink);
    overflow-wrap: anywhere;
  }
  li > :hover {
    background: var(--surface-2);
  }
  b {
    display: block;
    font: var(--b4);
  }
  span > span {
    font-size: var(--t1);
    line-height: 1.35;
    color: var(--muted);
  }
  svg {
    width: 1.375rem;
    height: 1.375rem;
    color: var(--muted);
  }
  @container page (width < 18rem) {
    li > * {
      grid-template-columns: minmax(0, 1fr);
    }
    b {
      font: var(--b3);
    }
    svg {
      display: none;
    }
  }
`

type Form = 'question' | 'self' | 'admin'

/** Ways back into an account, the most helpful first. */
const WAYS: readonly { icon: LucideIcon; title: string; text: string; to: { href: string } | { form: Form } }[] = [
  {
    icon: Mail,
    title: 'Email me a link',
    text: 'Quickest, if your account has an email address.',
    to: { href: '/forgot-password' },
  },
  {
    icon: MessageCircleQuestion,
    title: 'Answer my security question',
    text: 'If you set one up in your profile.',
    to: { form: 'question' },
  },
  {
    icon: KeyRound,
    title: 'I know my current password',
    text: 'Swap it for a new one.',
    to: { form: 'self' },
  },
  {
    icon: LifeBuoy,
    title: 'Ask an administrator',
    text: 'If nothing else works. They’ll set a new password for you.',
    to: { form: 'admin' },
  },
]

export function Ways({ onChoose }: { onChoose: (form: Form) => void }) {
  return (
    <List aria-label="Ways back into your account">
      {WAYS.map(({ icon: Icon, title, text, to }) => {
        const content = (
          <>
            <Icon aria-hidden />
            <span>
              <b>{title}</b>
              <span>{text}</span>
            </span>
            <ChevronRight aria-hidden />
          </>
        )
        return (
          <li key={title}>
            {'href' in to ? (
              <a href={to.href}>{content}</a>
            ) : (
              <button type="button" onClick={() => onChoose(to.form)}>
                {content}
              </button>
            )}
          </li>
        )
      })}
    </List>
  )
}
