import { type Step, step } from '../step'

const largest = 5 * 1024 * 1024

/** A run sends so few messages that a limit per minute leaves room; where it does not, 429 is a documented answer. */
const kept = [[204], [429, 'too many attempts']] as const

const file = (name: string, size: number): File => new File([new Uint8Array(size).fill(46)], name)

const longText = 'Contract check. '.padEnd(1500, 'x')

/** Specification, sections 5 and 9: 1500 characters, one file of at most 5 MB, .docx, .txt or .pdf. */
export const feedbackSteps: readonly Step[] = [
  step('sendFeedback', 'without a word', {
    as: 'student',
    call: { form: { text: '' } },
    answers: [[422], [429, 'too many attempts']],
    driftId: 'DR19',
    because: 'a message has at least one character',
  }),
  step('sendFeedback', 'a text with a file', {
    as: 'student',
    call: () => ({ form: { text: 'Contract check.', files: file('check.txt', 100) } }),
    answers: kept,
    isSmoke: true,
  }),
  step('sendFeedback', 'the longest text', {
    as: 'student',
    call: { form: { text: longText } },
    answers: kept,
    driftId: 'DR14',
    because: '1500 characters are allowed',
  }),
  step('sendFeedback', 'the largest file', {
    as: 'student',
    call: () => ({ form: { text: 'x', files: file('check.pdf', largest) } }),
    answers: kept,
    driftId: 'DR20',
    because: 'a .pdf of 5 MB is allowed',
  }),
  step('sendFeedback', 'a .docx', {
    as: 'student',
    call: () => ({ form: { text: 'Contract check.', files: file('check.docx', 100) } }),
    answers: kept,
    driftId: 'DR20',
    because: 'a .docx is allowed',
  }),
  step('sendFeedback', 'a file that is too large', {
    as: 'student',
    call: () => ({ form: { text: 'Contract check.', files: file('check.pdf', largest + 1) } }),
    answers: [
      [413, 'file is too large'],
      [429, 'too many attempts'],
    ],
    because: 'the file is larger than 5 MB',
  }),
  step('sendFeedback', 'a file of another kind', {
    as: 'student',
    call: () => ({ form: { text: 'Contract check.', files: file('check.exe', 100) } }),
    answers: [[422], [429, 'too many attempts']],
    because: 'only .docx, .txt and .pdf are allowed',
  }),
  step('sendFeedback', 'a text that is too long', {
    as: 'student',
    call: { form: { text: `${longText}x` } },
    answers: [[422], [429, 'too many attempts']],
    driftId: 'DR19',
    because: '1501 characters are too many',
  }),
  ...['a fifth', 'a sixth'].map(name =>
    step('sendFeedback', `${name} message`, {
      as: 'student',
      call: { form: { text: 'Contract check.' } },
      answers: kept,
    }),
  ),
]
