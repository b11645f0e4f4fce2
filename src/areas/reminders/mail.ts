import { gameweekPath } from '../../contracts/paths.ts'
import {
  dayText,
  type MissingPick,
  matchText,
  missingText,
  weekdayOrDate,
  weekdayText,
} from '../../contracts/reminder-words.ts'
import { clockText, zoneText } from '../../contracts/time-zones.ts'
import { escaped } from '../../slice/words.ts'

interface ReminderMail {
  readonly username: string
  readonly gameweek: number
  /** In the order of their cutoffs; not empty. */
  readonly missing: readonly MissingPick[]
  /** Time of sending, ISO 8601. */
  readonly at: string
  readonly zone: string
  readonly publicUrl: string
  /** Address of the page that unsubscribes. */
  readonly unsubscribe: string
}

/** The mail of a reminder: inline styles, no picture, no request, and the same content as text. */
export function reminderMail(mail: ReminderMail): { subject: string; text: string; html: string } {
  const { gameweek, missing, at, zone } = mail
  const first = missing[0]!
  const day = dayText(first.cutoff, at, zone)
  const subject = `${missingText(missing.length)}, gameweek ${gameweek} closes ${day}`
  return { subject, text: textOf(mail, first, day), html: htmlOf(mail, first, { subject, day }) }
}

function textOf(mail: ReminderMail, first: MissingPick, day: string): string {
  const { username, gameweek, missing, at, zone, publicUrl, unsubscribe } = mail
  const firstDay = weekdayText(first.cutoff, zone)
  const lines = missing.map((pick) => {
    const on = weekdayOrDate(pick.cutoff, at, zone)
    const short = on === weekdayText(pick.cutoff, zone) ? on.slice(0, 3) : on
    return `  ${clockText(pick.cutoff, zone)}  ${matchText(pick)}${on === firstDay ? '' : ` (${short})`}`
  })
  const opening = `Gameweek ${gameweek} closes ${missing.length === 1 ? '' : 'in parts, the first '}${day} at ${clockText(first.cutoff, zone)} ${zoneText(zone)}:`
  return [
    `${username}, ${missing.length === 1 ? '1 pick is' : `${missing.length} picks are`} missing.`,
    opening,
    lines.join('\n'),
    `Pick them:  ${publicUrl}${gameweekPath(gameweek)}`,
    `You get this once a gameweek, only if picks are missing, because you switched this on.\nUnsubscribe:  ${unsubscribe}\nAll reminders:  ${publicUrl}/reminders\n`,
  ].join('\n\n')
}

const SANS = 'font-family:Archivo,Helvetica,Arial,sans-serif;'
const HEAD = "font-family:'Barlow Condensed','Arial Narrow',Arial,sans-serif;font-weight:bold;"
const INK = '#0B1F17'
const GREY = '#47594F'
const LINE = '#CBD4CC'

/** Only what cannot be inline: the dark theme and small screens. Without it, the mail is complete. */
const STYLE = `:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){.bg{background:#07130E !important}.card{background:#0F2018 !important;border-color:#25402F !important}.ink,.ln{color:#EAF3EC !important}.ln{border-color:#25402F !important}.mu,.mu a{color:#A3B8AB !important}.bt{background:#B4F000 !important}.bt a{color:#0B1F17 !important}}
@media (max-width:480px){.pad{padding-left:16px !important;padding-right:16px !important}.big{font-size:34px !important;line-height:36px !important}}`

const table = (attributes: string, rows: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" ${attributes}>${rows}</table>`

const cell = (name: string, style: string, content: string): string =>
  `<td class="${name}" style="${style}">${content}</td>`

function htmlOf(mail: ReminderMail, first: MissingPick, { subject, day }: { subject: string; day: string }): string {
  const { username, gameweek, missing, at, zone, publicUrl, unsubscribe } = mail
  const count = missing.length
  const clock = `<strong>${clockText(first.cutoff, zone)}</strong> ${escaped(zoneText(zone))}`
  const closes = count === 1 ? `closes ${day} at ${clock}` : `closes match by match. The first one ${day} at ${clock}`
  const ruled = `padding:10px 0;border-top:1px solid ${LINE};color:${INK};`
  const rows = missing.map(
    (pick) =>
      `<tr>${cell('ln', `${ruled}${HEAD}font-size:20px;line-height:24px;width:76px;vertical-align:top;`, clockText(pick.cutoff, zone))}${cell(
        'ln',
        `${ruled}${SANS}font-size:16px;line-height:24px;`,
        `${escaped(matchText(pick))}<br><span class="mu" style="font-size:13px;line-height:18px;color:${GREY};">closes ${weekdayOrDate(pick.cutoff, at, zone)}</span>`,
      )}</tr>`,
  )
  const button = cell(
    'bt',
    'background:#0A5C3F;',
    `<a href="${publicUrl}${gameweekPath(gameweek)}" style="display:inline-block;padding:13px 24px;${SANS}font-size:16px;line-height:20px;font-weight:bold;color:#FFFFFF;text-decoration:none;">Make my ${count === 1 ? 'pick' : `${count} picks`}</a>`,
  )
  const card = [
    cell(
      'pad',
      `padding:14px 24px;background:${INK};${HEAD}font-size:28px;line-height:32px;color:#FFFFFF;`,
      'PLP<span style="color:#B4F000;" aria-hidden="true">&#9701;</span>',
    ),
    cell(
      'pad',
      'padding:28px 24px 0;',
      `<h1 class="ink big" style="margin:0;${HEAD}font-size:40px;line-height:42px;color:${INK};">${missingText(count)}</h1>` +
        `<p class="ink" style="margin:10px 0 0;${SANS}font-size:16px;line-height:24px;color:${INK};">${escaped(username)}, gameweek ${gameweek} ${closes}.</p>`,
    ),
    cell('pad', 'padding:20px 24px 0;', table('width="100%"', rows.join(''))),
    cell('pad', 'padding:20px 24px 28px;', table('', `<tr>${button}</tr>`)),
  ].map((content) => `<tr>${content}</tr>`)
  const foot = cell(
    'pad mu',
    `padding:16px 24px;${SANS}font-size:13px;line-height:19px;color:${GREY};`,
    `You get this once a gameweek, only if picks are missing, because you switched this on.<br><a href="${unsubscribe}" style="color:${GREY};">Unsubscribe</a> &nbsp;&middot;&nbsp; <a href="${publicUrl}/reminders" style="color:${GREY};">All reminders</a>`,
  )
  const whole = table(
    `width="560" class="card" style="width:100%;max-width:560px;background:#FFFFFF;border:1px solid ${LINE};"`,
    card.join(''),
  )
  const below = table('width="560" style="width:100%;max-width:560px;"', `<tr>${foot}</tr>`)
  return [
    '<!DOCTYPE html><html lang="en-GB"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">',
    `<title>${subject}</title><style>${STYLE}</style></head>`,
    '<body class="bg" style="margin:0;padding:0;background:#F3F5F1;">',
    `<div style="display:none;max-height:0;overflow:hidden;">${escaped(matchText(first))} first. It takes a minute.</div>`,
    table(
      'width="100%" class="bg" style="background:#F3F5F1;"',
      `<tr><td align="center" style="padding:24px 8px;">${whole}${below}</td></tr>`,
    ),
    '</body></html>',
  ].join('')
}
