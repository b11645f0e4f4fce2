import path from 'node:path'
import { z } from 'zod'
import { about, declareSettings, urlOf } from '../../kernel/setting.ts'
import type { MailSettings } from './transport.ts'

/** Settings of outgoing mails. */
export const mailSettings = declareSettings({
  variables: {
    SMTP_URL: urlOf(['smtp:', 'smtps:'])
      .refine((url) => URL.parse(url)?.hostname)
      .optional()
      .meta(
        about(
          'an smtp:// or smtps:// address of a mail server',
          'mail server, smtp://user:password@host:587 or smtps://…; unset: each mail is a file in DATA_DIR/outbox',
        ),
      ),
    MAIL_FROM: z
      .string()
      .regex(/^(?:[^\s<>@"]+@[^\s<>@"]+|[^<>@"\r\n]+ <[^\s<>@"]+@[^\s<>@"]+>)$/)
      .optional()
      .meta(
        about(
          'an e-mail address, or a name with the address in angle brackets',
          'who mails come from, PLP <plp@example.org> (default PLP <no-reply@ the host of PUBLIC_URL>)',
        ),
      ),
  },
  read: ({ SMTP_URL, MAIL_FROM }, { dataDir, publicUrl }): MailSettings => ({
    smtpUrl: SMTP_URL ?? null,
    from: MAIL_FROM ?? `PLP <no-reply@${new URL(publicUrl).hostname}>`,
    folder: path.join(dataDir, 'outbox'),
    publicUrl,
  }),
})
