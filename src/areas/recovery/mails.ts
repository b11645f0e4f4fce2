import type { AppTables } from '../../database/app-tables.ts'

export type MailKind = AppTables['app.outbox']['kind']

export interface Mail {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What a mail says. `token` only where the mail has one. */
export interface MailFacts {
  readonly username: string
  /** The origin players see: links never go by what a request says (docs/threats.md T18). */
  readonly publicUrl: string
  readonly token: string
}

interface Letter {
  readonly subject: string
  readonly before: string
  readonly link: { readonly label: string; readonly path: string } | null
  readonly after: string
}

const LETTERS: Readonly<Record<MailKind, Letter>> = {
  reset: {
    subject: 'Reset your PLP password',
    before: 'Somebody, hopefully you, has asked for a new password. This link sets one. It works once, for 60 minutes.',
    link: { label: 'Reset Password', path: '/forgot-password' },
    after: 'If it was not you, there is nothing to do: your password stays as it is.',
  },
  confirm: {
    subject: 'Confirm your e-mail address for PLP',
    before: 'This address was given for your account. Sign in and open this link to confirm it. It works for 24 hours.',
    link: { label: 'Confirm Address', path: '/confirm-email' },
    after: 'If it was not you, there is nothing to do: without this link the address is not used.',
  },
  changed: {
    subject: 'Your PLP password was changed',
    before: 'Your password was changed a moment ago, and all other sessions have ended.',
    link: { label: 'That was not me: reset it', path: '/forgot-password' },
    after: 'If it was you, there is nothing to do.',
  },
}

/** A mail as text and as HTML. Names of players are letters, digits, `_`, `-` and `.` only, and tokens hexadecimal: nothing of it is markup. */
export function mailOf(kind: MailKind, { username, publicUrl, token }: MailFacts): Mail {
  const { subject, before, link, after } = LETTERS[kind]
  const hasToken = kind !== 'changed'
  const url = link && `${publicUrl}${link.path}${hasToken ? `?token=${token}` : ''}`
  const text = [
    `Hello ${username},`,
    before,
    ...(url ? [url] : []),
    ...(hasToken ? [`Token, to type in by hand: ${token}`] : []),
    after,
    'PLP, the Premier League prediction game. Points only, no money.',
  ].join('\n\n')
  return {
    subject,
    text: `${text}\n`,
    html: htmlOf({ username, subject, before, link, url, token: hasToken ? token : null, after }),
  }
}

const INK = '#16161d'
const GREY = '#5c5c66'

function htmlOf(said: Letter & { username: string; url: string | null; token: string | null }): string {
  const { username, subject, before, link, url, token, after } = said
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
    ...(token ? [paragraph(`Token, to type in by hand: <code>${token}</code>`, 'word-break:break-all')] : []),
    paragraph(after),
    paragraph(
      'PLP, the Premier League prediction game. Points only, no money.',
      `margin:0;font-size:14px;color:${GREY}`,
    ),
    '</div></body></html>',
  ].join('')
}
