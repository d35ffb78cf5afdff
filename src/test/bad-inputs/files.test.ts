import { beforeAll } from 'vitest'
import { reportOf } from '../../features/error-page/report'
import { reportMail } from '../../features/exam/report-mail'
import { ledgerFile } from '../../features/exam-ledger/ledger-file'
import { linesText } from '../../features/lms-sync/lines-text'
import { loadTexts, startI18n } from '../../i18n/init'
import { calendarFile } from '../../lib/calendar-file'
import { checkFile } from '../../lib/feedback-rules'
import { fileNameOf, safeFileName } from '../../lib/file-name'
import { exportInputs, judgeCalendar, judgeLines, judgeMail } from './exports'
import { downloadInputs, judgeSaved, judgeUpload, uploadInputs } from './file-names'
import { holdSink } from './hold-sink'

beforeAll(async () => {
  await startI18n('en')
  await loadTexts('ledger')
})

holdSink({
  ...uploadInputs,
  cases: 'U02 X13',
  judge: judgeUpload,
  product: name => checkFile({ name, size: 10 }) === null,
  careless: {
    'the extension is somewhere': name => /\.(?:pdf|docx|txt)/i.test(name),
    'the last extension alone': name => /\.(?:pdf|docx|txt)$/i.test(name),
  },
})

type Save = (header: string) => readonly (readonly [name: string, extension: string])[]

holdSink<string, Save>({
  ...downloadInputs,
  cases: 'D02 D03',
  judge: (save, header) => {
    for (const [name, extension] of save(header)) {
      const found = judgeSaved(name, extension)
      if (found !== null) return found
    }
    return null
  },
  product: header => {
    const saved = safeFileName(fileNameOf(header), '.ovpn', 'vpn-config.ovpn')
    // Also a group's or an exam's name becomes the name of a file; and a safe name stays what it is.
    const named = safeFileName(header, '.ics', 'exam.ics')
    return [
      [saved, '.ovpn'],
      [safeFileName(saved, '.ovpn', '') === saved ? saved : '', '.ovpn'],
      [named, '.ics'],
    ]
  },
  careless: {
    'as it is said': header => [[fileNameOf(header) ?? 'x.ovpn', '.ovpn']],
    'without folders': header => [[`${(fileNameOf(header) ?? 'x').replace(/^.*[/\\]/, '')}.ovpn`, '.ovpn']],
    'decoded without care': header => [
      [`${decodeURIComponent(header.split("''")[1] ?? 'x').replace(/[^\w.]/g, '')}.ovpn`, '.ovpn'],
    ],
  },
})

type Write = (words: string) => string

const now = Date.UTC(2026, 10, 22)

holdSink<string, Write>({
  ...exportInputs,
  name: 'calendar-files',
  cases: 'X13 X03',
  judge: judgeCalendar,
  product: title => calendarFile([{ uid: '1@flagship.example', title, at: now, alarmMinutes: 60 }], now),
  careless: {
    'as it is': title =>
      ['BEGIN:VEVENT', `SUMMARY:${title}`, 'END:VEVENT'].map(line => `${line}\r\n`).join(''),
    'without line feeds': title => `SUMMARY:${title.replaceAll('\n', '\\n')}\r\n`,
  },
})

/** What a careless hand writes lines by. */
const carelessLines: Readonly<Record<string, Write>> = {
  'a line each': words => `${words}\n${words}\n`,
  'without line feeds': words => words.replace(/[\r\n]/g, ' '),
}

holdSink<string, Write>({
  ...exportInputs,
  name: 'saved-lines',
  cases: 'X07 X13 V03',
  judge: judgeLines,
  product: words =>
    linesText([words, words]) + reportOf({ kind: 'http', status: 500, requestId: `r${words}` }, '/', now),
  careless: carelessLines,
})

holdSink<string, Write>({
  ...exportInputs,
  name: 'exam-ledgers',
  // Its times are written by the slowest of the browser's own parts.
  count: 40,
  cases: 'X03 X13',
  judge: judgeLines,
  product: words => {
    const entry = { id: 'a-1', attempt: 1, kind: 'unsent', from: now, to: now, task: 7 } as const
    const facts = { attempt: 1, zone: 'Europe/Moscow', now, ahead: 0, dropped: 0 }
    return ledgerFile([entry], { ...facts, exam: words, username: words, titleOf: () => words })
  },
  careless: carelessLines,
})

holdSink<string, Write>({
  ...exportInputs,
  name: 'letters',
  cases: 'X10',
  judge: judgeMail,
  product: subject => reportMail('reports@flagship.example', subject),
  careless: {
    'as it is': subject => `mailto:reports@flagship.example?subject=${subject}`,
    'encoded alone': subject => `mailto:reports@flagship.example?subject=${encodeURIComponent(subject)}`,
  },
})
