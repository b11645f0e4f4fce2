import type { AppTables } from '../../database/app-tables.ts'

export type MailKind = AppTables['app.outbox']['kind']

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Mails with a token. The others only report something. */
export type TokenKind = AppTables['app.mail_tokens']['kind']
export const hasToken = (kind: MailKind): kind is TokenKind => kind === 'reset' || kind === 'confirm'

/** Values inserted into a mail. Mails without a token do not contain it. */
interface MailFacts {
  readonly username: string
  /** Origin of the links. It comes from the settings, never from a request (docs/threats.md T18). */
  readonly publicUrl: string
  readonly token: string
}

interface MailTemplate {
  readonly subject: string
  readonly before: string
  readonly link: { readonly label: string; readonly path: string } | null
  readonly after: string
}

const TEMPLATES: Readonly<Record<MailKind, MailTemplate>> = {
  reset: {
    subject: 'Reset your PLP password',
    before:
      'Someone, hopefully you, wants a new password for your account. Set it with this link. It works once, for 60 minutes.',
    link: { label: 'Reset Password', path: '/forgot-password' },
    after: 'Not you? Ignore this mail: your password stays as it is.',
  },
  confirm: {
    subject: 'Confirm your email address for PLP',
    before: 'You added this address to your account. Sign in and open this link to confirm it. It works for 24 hours.',
    link: { label: 'Confirm Address', path: '/confirm-email' },
    after: 'Not you? Ignore this mail: PLP only uses an address after this link confirms it.',
  },
  changed: {
    subject: 'Your PLP password was changed',
    before: 'Your password changed a moment ago, and all your other sessions have ended.',
    link: { label: 'Not me: reset it', path: '/forgot-password' },
    after: 'That was you? Then all is well.',
  },
  passkey: {
    subject: 'A passkey was added to your PLP account',
    before: 'A passkey was added a moment ago. It signs in without your password.',
    link: { label: 'Not me: see my passkeys', path: '/profile?tab=settings' },
    after: 'Not you? Remove it, and change your password. That was you? Then all is well.',
  },
}

/**
 * Returns a mail as text and as HTML. Nothing is escaped: usernames consist of letters, digits, `_`, `-` and `.`, and tokens are
 * hexadecimal.
 */
export function mailOf(kind: MailKind, { username, publicUrl, token }: MailFacts): Mail {
  const { subject, before, link, after } = TEMPLATES[kind]
  const url = link && `${publicUrl}${link.path}${hasToken(kind) ? `?token=${token}` : ''}`
  // The page that confirms an address has no field for a token.
  const byHand = kind === 'reset' ? token : null
  const text = [
    `Hello ${username},`,
    before,
    ...(url ? [url] : []),
    ...(byHand ? [`Or enter this token by hand: ${byHand}`] : []),
    after,
    'PLP, the Premier League prediction game. Points only, no money.',
  ].join('\n\n')
  return {
    subject,
    text: `${text}\n`,
    html: htmlOf({ username, subject, before, link, url, byHand, after }),
  }
}

const INK = '#16161d'
const GREY = '#5c5c66'

function htmlOf(mail: MailTemplate & { username: string; url: string | null; byHand: string | null }): string {
  const { username, subject, before, link, url, byHand, after } = mail
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`
  return [
    '<!doctype html><html lang="en-GB"><head><meta charset="utf-8">',
    `<meta name="viewport" content="width=device-width"><title>${subject}</title></head>`,
    `<body style="margin:0;padding:24px;background:#f4f4f1;color:${INK};font:16px/1.5 system-ui,Segoe UI,Arial,sans-serif">`,
    '<div style="max-width:480px;margin:0 auto;padding:24px;background:#fff">',
    `<h1 style="margin:0 0 16px;font-size:22px">${subject}</h1>`,
    paragraph(`Hello ${username},`),
    paragraph(before),
    ...(link && url
      ? [
          paragraph(
            `<a href="${url}" style="display:inline-block;padding:12px 20px;background:${INK};color:#fff;text-decoration:none">${link.label}</a>`,
          ),
          paragraph(url, `font-size:14px;word-break:break-all;color:${GREY}`),
        ]
      : []),
    ...(byHand ? [paragraph(`Or enter this token by hand: <code>${byHand}</code>`, 'word-break:break-all')] : []),
    paragraph(after),
    paragraph(
      'PLP, the Premier League prediction game. Points only, no money.',
      `margin:0;font-size:14px;color:${GREY}`,
    ),
    '</div></body></html>',
  ].join('')
}
