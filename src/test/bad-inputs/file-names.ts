import type { Inputs } from './inputs'
import { hiddenCharacters, type Make, mutated, oneOf } from './mutate'

const hidden = hiddenCharacters.split('')

const stems = [
  ...[
    'a',
    'report',
    'flagship-1',
    'отчёт за май',
    'naïve',
    '漢字',
    '🚩',
    'x'.repeat(90),
    '漢'.repeat(95),
    'CON',
    'nul',
  ],
  ...[
    'Lpt1.a',
    'aux.txt',
    'COM¹',
    '..',
    '...',
    '.bashrc',
    '--config',
    '-rf',
    '~',
    '$HOME',
    '%TEMP%',
    '`id`',
    '$(id)',
  ],
  ...[
    '../../etc/passwd',
    '..\\..\\windows\\win.ini',
    'C:\\x',
    'C:x',
    '\\\\evil.example\\share\\x',
    '/etc/passwd',
    '//x',
  ],
  ...[
    'a/b',
    'a\\b',
    'a:b',
    'a:$DATA',
    'a|b',
    'a*?<>"',
    '<img src=x onerror=alert(1)>',
    '=1+1',
    'desktop.ini',
    'a;b=c',
  ],
  ...[
    'a\u202egpj',
    'a\u2067',
    'a.exe',
    'a.pdf',
    'invoice.pdf.exe',
    'e\u0301',
    'a\u0301\u0489'.repeat(9),
    '',
    ' ',
    '.',
  ],
]

const gaps = [
  ...hidden,
  '   ',
  '\u00a0\u00a0',
  '\u3164\u3164\u3164',
  '\u2800'.repeat(40),
  '\u200b',
  '',
  '',
  '',
  '.',
]

const endings = [
  ...[
    '.pdf',
    '.PDF',
    '.docx',
    '.DocX',
    '.txt',
    '.ovpn',
    '.OVPN',
    '.ics',
    '.png',
    '.exe',
    '.html',
    '.svg',
    '.js',
    '.lnk',
  ],
  ...[
    '.scr',
    '.pdf.exe',
    '.exe.pdf',
    '.pdf ',
    '.pdf.',
    '.pdf\u202eexe',
    '.pdf\0.exe',
    '.pdf;.exe',
    '.p\u200bdf',
    '\uff0epdf',
  ],
  ...['.\u0440df', '.pdf/', '.pdf\\', '.pdf::$DATA', '.htaccess', '', '.'],
]

const built: Make<string> = random => random.pick(stems) + random.pick(gaps) + random.pick(endings)

const names = mutated(stems.flatMap(stem => endings.slice(0, 8).map(ending => stem + ending)))

const fileNames = oneOf([3, built], [2, names])

/** Names of files that somebody chooses or drops, or that a person, a group or an exam gives one. */
export const uploadInputs: Inputs<string> = { name: 'upload-names', count: 2000, make: fileNames }

const quoted: Make<string> = random => `attachment; filename="${fileNames(random)}"`

const forms: readonly Make<string>[] = [
  quoted,
  random => `attachment; filename="${fileNames(random).replace(/["\\]/g, '\\$&')}"`,
  random => `attachment; filename=${fileNames(random)}`,
  random => `attachment; filename*=UTF-8''${encodeURIComponent(fileNames(random).replace(/\p{Cs}/gu, ''))}`,
  random =>
    `attachment; filename*=${random.pick(['UTF-8', 'utf8', 'ISO-8859-1', 'KOI8-R', ''])}'${random.pick(['', 'ru'])}'${fileNames(random)}`,
  random =>
    `attachment; filename="a.ovpn"; filename*=UTF-8''${random.pick(['%E0%A4%A', '%FF%FE', '%2F..%2F', '%00', '%u0041', '%'])}`,
  random =>
    `${random.pick(['inline', 'form-data; name=x', ';;', 'attachment;;', ''])}; ${quoted(random)}; ${quoted(random)}`,
  random => `=?UTF-8?B?${fileNames(random)}?=`,
]

/** What may stand in `content-disposition`. */
export const downloadInputs: Inputs<string> = {
  name: 'download-names',
  count: 2000,
  make: oneOf([5, random => random.pick(forms)(random)], [1, random => mutated([quoted(random)])(random)]),
}

const isBlank = /[\s\p{Default_Ignorable_Code_Point}\u2800\u180e\u1680]/u

/** A file that is accepted is what its name says, and its name can be read. */
export const judgeUpload = (isAccepted: (name: string) => boolean, name: string): string | null => {
  if (!isAccepted(name)) return null
  const [, stem = '', ending = ''] = /^(.*)\.([^.]*)$/s.exec(name) ?? []
  if (!['pdf', 'docx', 'txt'].includes(ending.toLowerCase())) return `accepted as .${ending}`
  if (/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(name)) return 'accepted with characters that hide or turn'
  if (isBlank.test(stem.slice(-1))) return 'accepted with a gap before its extension'
  return /[^.]/.test(stem) ? null : 'accepted though it is only an extension'
}

/** What a name that is saved must be on any file system. */
export const judgeSaved = (name: string, extension: string): string | null => {
  const stem = name.slice(0, -extension.length)
  if (!name.endsWith(extension)) return `ends otherwise: ${name}`
  if (/[/\\<>:"|?*]/.test(name)) return `leads somewhere: ${name}`
  if (/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u.test(name)) return `hides something: ${name}`
  if (/^[.\s-]|[.\s]$/.test(stem) || stem === '') return `begins or ends badly: ${name}`
  if (/^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$)/i.test(name))
    return `is a device: ${name}`
  if (name.length > 100 || new TextEncoder().encode(name).length > 255) return 'is too long'
  return null
}
