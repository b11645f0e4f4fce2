import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isReservedName, nameRefusal } from './names.ts'

describe('reserved names (T91)', () => {
  test.each([
    ...['admin', 'ADMIN', 'Administrators', 'Moderator', 'PLP', 'PLP Support', 'the official admin team', 'Staff 24'],
    ...['Deleted user', 'DeletedUser', 'Anonymous', 'You', 'System', 'A d m i n', 'ad.min', 'Admin!', '★ Admin ★'],
    ...['Аdmin', 'аԁmіո', 'ΑDΜΙΝ', 'Ꭺdmin', 'ＡＤＭＩＮ', '𝐚𝐝𝐦𝐢𝐧', 'ⓐⓓⓜⓘⓝ', '🅰🅳🅼🅸🅽', '🅐🅓🅜🅘🅝', '🇦🇩🇲🇮🇳', 'ᴀᴅᴍɪɴ'],
    ...['Adm1n', 'AdmIn', 'Admln', 'adm|n', 'rnoderator', 'm0derat0r', 'ádmin', 'ADMİN', 'ѕupport', 'ſupport'],
    ...['ad\u200bmin', 'ad\u00admin', 'ad\u3164min', 'ad\u2800min', 'a\u0301dmin', '\u202eadmin'],
  ])('%j is reserved', (name) => expect(isReservedName(name)).toBe(true))

  test.each([
    ...['Sysadmins United', 'Support Act', 'Northern Staff Canteen', 'The Team', 'Young Boys', 'Yours', '24'],
    ...['System of a Down', 'Official Hammers', 'Adam', 'Ναυσικά', 'Админка', '日本', 'Wingers', ''],
  ])('%j is not', (name) => expect(isReservedName(name)).toBe(false))

  test('any case, spacing and invisible characters of a reserved name are reserved', () => {
    const noise = fc.constantFrom('', ' ', '.', '_', '-', '\u200b', '\u2060', '\u00ad', '\u3164', '\ufe0f', '\u0308')
    const written = fc
      .constantFrom('moderator', 'support', 'deleteduser')
      .chain((word) =>
        fc
          .tuple(...[...word].map((letter) => fc.tuple(fc.constantFrom(letter, letter.toUpperCase()), noise)))
          .map((letters) => letters.flat().join('')),
      )
    fc.assert(fc.property(written, isReservedName))
  })
})

describe('names without a visible character (T91)', () => {
  test.each([
    ...[
      '',
      ' ',
      '\u00a0\u3000',
      '\u200b\u200c\u200d\ufeff',
      '\u2800',
      '\u115f\u1160',
      '\u3164',
      '\uffa0',
      '\u0000\u0007',
    ],
    ...['\u0301', '\u20dd', '\ufe0f', '\u{e0100}', '\u034f', '\u061c', '\u{e0041}', '\u{1d159}', '\u{1d173}'],
  ])('%j is refused', (name) => expect(nameRefusal(name)).toBe('name-invisible'))

  test.each(['x', '.', '7', '⚽', '日', 'é', 'e\u0301', '\u2800x', 'हिन्दी'])('%j is a name', (name) =>
    expect(nameRefusal(name)).toBeNull(),
  )
})
