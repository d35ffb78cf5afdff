import { beforeAll } from 'vitest'
import { createLedgerFile } from '../../features/exam/ledger-file'
import { getReportMailto } from '../../features/exam/report-section'
import { checkFile } from '../../features/feedback/model'
import { toSafeText } from '../../features/lms/model'
import { buildErrorReport } from '../../features/shell/load-failure'
import { loadMessages, startI18n } from '../../i18n/init'
import { createCalendarFile } from '../../lib/calendar-file'
import { getFileName, safeFileName } from '../../lib/file-name'
import corpus from './corpus.json'
import {
  expectSanitized,
  type Generate,
  hiddenCharacters,
  type Inputs,
  mutate,
  nameInputs,
  oneOf,
} from './generate'

beforeAll(async () => {
  await startI18n('en')
  await loadMessages('ledger')
})

const gaps = [...hiddenCharacters, ...corpus.fileGaps]
const concatenated: Generate<string> = random =>
  random.pick(corpus.fileStems) + random.pick(gaps) + random.pick(corpus.fileExtensions)

const mutatedNames = mutate(
  corpus.fileStems.flatMap(stem => corpus.fileExtensions.slice(0, 8).map(extension => stem + extension)),
)

const fileNames = oneOf([3, concatenated], [2, mutatedNames])

const uploadInputs: Inputs<string> = { name: 'upload-names', count: 2000, generate: fileNames }

const quotedHeader: Generate<string> = random => `attachment; filename="${fileNames(random)}"`

const headerTemplates: readonly Generate<string>[] = [
  quotedHeader,
  random => `attachment; filename="${fileNames(random).replace(/["\\]/g, '\\$&')}"`,
  random => `attachment; filename=${fileNames(random)}`,
  random => `attachment; filename*=UTF-8''${encodeURIComponent(fileNames(random).replace(/\p{Cs}/gu, ''))}`,
  random =>
    `attachment; filename*=${random.pick(['UTF-8', 'utf8', 'ISO-8859-1', 'KOI8-R', ''])}'${random.pick(['', 'ru'])}'${fileNames(random)}`,
  random =>
    `attachment; filename="a.ovpn"; filename*=UTF-8''${random.pick(['%E0%A4%A', '%FF%FE', '%2F..%2F', '%00', '%u0041', '%'])}`,
  random =>
    `${random.pick(['inline', 'form-data; name=x', ';;', 'attachment;;', ''])}; ${quotedHeader(random)}; ${quotedHeader(random)}`,
  random => `=?UTF-8?B?${fileNames(random)}?=`,
]

/** `Content-Disposition` headers. */
const downloadInputs: Inputs<string> = {
  name: 'download-names',
  count: 2000,
  generate: oneOf(
    [5, random => random.pick(headerTemplates)(random)],
    [1, random => mutate([quotedHeader(random)])(random)],
  ),
}

const isBlank = /[\s\p{Default_Ignorable_Code_Point}\u2800\u180e\u1680]/u

/** An accepted file name has an allowed extension and no hidden characters. */
const checkUpload = (isAccepted: (name: string) => boolean, name: string): string | null => {
  if (!isAccepted(name)) return null
  const [, stem = '', extension = ''] = /^(.*)\.([^.]*)$/s.exec(name) ?? []
  if (!['pdf', 'docx', 'txt'].includes(extension.toLowerCase())) return `accepted as .${extension}`
  if (/[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(name)) return 'accepted with control or bidi characters'
  if (isBlank.test(stem.slice(-1))) return 'accepted with a blank before the extension'
  return /[^.]/.test(stem) ? null : 'accepted though it is only an extension'
}

/** A saved name must be safe on any file system. */
const checkSaved = (name: string, extension: string): string | null => {
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

expectSanitized({
  ...uploadInputs,
  ids: 'U02 X13',
  check: checkUpload,
  actual: name => checkFile({ name, size: 10 }) === null,
  naive: name => /\.(?:pdf|docx|txt)$/i.test(name),
})

type Save = (header: string) => readonly (readonly [name: string, extension: string])[]

expectSanitized<string, Save>({
  ...downloadInputs,
  ids: 'D02 D03',
  check: (save, header) => {
    for (const [name, extension] of save(header)) {
      const found = checkSaved(name, extension)
      if (found !== null) return found
    }
    return null
  },
  actual: header => {
    const saved = safeFileName(getFileName(header), '.ovpn', 'vpn-config.ovpn')
    // Also a group's or an exam's name becomes the name of a file; and a safe name stays what it is.
    const named = safeFileName(header, '.ics', 'exam.ics')
    return [
      [saved, '.ovpn'],
      [safeFileName(saved, '.ovpn', '') === saved ? saved : '', '.ovpn'],
      [named, '.ics'],
    ]
  },
  naive: header => [[`${(getFileName(header) ?? 'x').replace(/^.*[/\\]/, '')}.ovpn`, '.ovpn']],
})

/** Names and server messages that are written to a file, the clipboard or an email. */
const exportInputs: Inputs<string> = {
  name: 'exports',
  count: 500,
  fixed: corpus.exports,
  generate: oneOf([4, mutate(corpus.exports)], [1, nameInputs.generate]),
}

const longestLine = 75

type Write = (text: string) => string

const known = new WeakMap<Write, string>()

/** What is written of harmless text, to compare with. */
const getPlain = (write: Write): string => {
  const text = known.get(write) ?? write('plain')
  known.set(write, text)
  return text
}

/** The names of the lines of a calendar's file, unfolded; null where a line is too long or ends otherwise. */
const calendarLines = (file: string): string[] | null => {
  const lines = file.split('\r\n')
  if (lines.pop() !== '' || lines.some(line => /(?!\t)\p{Cc}/u.test(line))) return null
  if (lines.some(line => new TextEncoder().encode(line).length > longestLine)) return null
  return lines.join('\n').replaceAll('\n ', '').split('\n')
}

/** A title in a calendar's file changes no line but those that say it, and is read back as it was. */
const checkCalendar = (write: Write, title: string): string | null => {
  const lines = calendarLines(write(title))
  const plain = calendarLines(getPlain(write))
  if (lines === null) return 'makes a broken line'
  const said = lines.find(line => line.startsWith('SUMMARY:'))?.slice('SUMMARY:'.length) ?? ''
  const others = (all: readonly string[] | null) =>
    all?.filter(line => !/^(?:SUMMARY|DESCRIPTION):/.test(line)).join('\n')
  if (others(lines) !== others(plain)) return 'adds or changes a line'
  if (/(?<!\\)(?:\\\\)*[;,]/.test(said)) return 'ends its own value'
  const read = said.replace(/\\([\\;,n])/g, (_, one: string) => (one === 'n' ? '\n' : one))
  const meant = title.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(/(?!\n)\p{Cc}|\p{Cs}/gu, '')
  return read === meant ? null : `is read back as ${JSON.stringify(read.slice(0, 80))}`
}

/** Words in a text of lines make no line more, hide nothing, and are no formula for a spreadsheet. */
const checkLines = (write: Write, text: string): string | null => {
  const lines = write(text).split('\n')
  const plain = getPlain(write).split('\n')
  if (lines.length !== plain.length) return 'makes another line'
  const wrong = lines.find(line => /[\p{Cc}\p{Zl}\p{Zp}]|^\s*[=+\-@\uff1d\uff0b\uff0d\uff20]/u.test(line))
  return wrong === undefined ? null : `writes ${JSON.stringify(wrong.slice(0, 80))}`
}

/** The subject of an email adds no header and no recipient. */
const checkMail = (write: Write, subject: string): string | null => {
  const url = new URL(write(subject))
  const parameters = [...url.searchParams.keys()]
  if (url.protocol !== 'mailto:' || url.pathname !== 'reports@flagship.example')
    return `goes to ${url.pathname}`
  if (parameters.length !== 1 || parameters[0] !== 'subject' || url.hash) return `says ${parameters.join()}`
  const said = url.searchParams.get('subject') ?? ''
  return /\p{Cc}|\u2028/u.test(said) || said.length > 300 ? 'holds another line' : null
}

const now = Date.UTC(2026, 10, 22)

expectSanitized<string, Write>({
  ...exportInputs,
  name: 'calendar-files',
  ids: 'X13 X03',
  check: checkCalendar,
  actual: title => createCalendarFile([{ uid: '1@flagship.example', title, at: now, alarmMinutes: 60 }], now),
  naive: title => `SUMMARY:${title.replaceAll('\n', '\\n')}\r\n`,
})

const naiveLines: Write = text => text.replace(/[\r\n]/g, ' ')

expectSanitized<string, Write>({
  ...exportInputs,
  name: 'saved-lines',
  ids: 'X07 X13 V03',
  check: checkLines,
  actual: text =>
    toSafeText([text, text]) +
    buildErrorReport({ kind: 'http', status: 500, requestId: `r${text}` }, '/', now),
  naive: naiveLines,
})

expectSanitized<string, Write>({
  ...exportInputs,
  name: 'exam-ledgers',
  // Formatting its times with Intl is slow.
  count: 40,
  ids: 'X03 X13',
  check: checkLines,
  actual: text => {
    const entry = { id: 'a-1', attempt: 1, kind: 'unsent', from: now, to: now, task: 7 } as const
    const facts = { attempt: 1, zone: 'Europe/Moscow', now, deviceAheadMs: 0, dropped: 0 }
    return createLedgerFile([entry], {
      ...facts,
      examName: text,
      username: text,
      getTaskTitle: () => text,
    })
  },
  naive: naiveLines,
})

expectSanitized<string, Write>({
  ...exportInputs,
  name: 'report-emails',
  ids: 'X10',
  check: checkMail,
  actual: subject => getReportMailto('reports@flagship.example', subject),
  naive: subject => `mailto:reports@flagship.example?subject=${encodeURIComponent(subject)}`,
})
