import { type Step, step } from '../step'

const largest = 5 * 1024 * 1024

/** A run sends few messages; 429 is documented for a stricter limit. */
const ACCEPTED = [[204], [429, 'too many attempts']] as const

const file = (name: string, size: number): File => new File([new Uint8Array(size).fill(46)], name)

const longText = 'Contract check. '.padEnd(1500, 'x')

/** 1500 characters, one file of at most 5 MB, .docx, .txt or .pdf. */
export const feedbackSteps: readonly Step[] = [
  step('sendFeedback', 'without a text', {
    as: 'student',
    call: { form: { text: '' } },
    expected: [[422], [429, 'too many attempts']],
    driftId: 'DR19',
    reason: 'a message has at least one character',
  }),
  step('sendFeedback', 'a text with a file', {
    as: 'student',
    call: () => ({ form: { text: 'Contract check.', files: file('check.txt', 100) } }),
    expected: ACCEPTED,
    isSmoke: true,
  }),
  step('sendFeedback', 'the longest text', {
    as: 'student',
    call: { form: { text: longText } },
    expected: ACCEPTED,
    driftId: 'DR14',
    reason: '1500 characters are allowed',
  }),
  step('sendFeedback', 'the largest file', {
    as: 'student',
    call: () => ({ form: { text: 'x', files: file('check.pdf', largest) } }),
    expected: ACCEPTED,
    driftId: 'DR20',
    reason: 'a .pdf of 5 MB is allowed',
  }),
  step('sendFeedback', 'a .docx', {
    as: 'student',
    call: () => ({ form: { text: 'Contract check.', files: file('check.docx', 100) } }),
    expected: ACCEPTED,
    driftId: 'DR20',
    reason: 'a .docx is allowed',
  }),
  step('sendFeedback', 'a file that is too large', {
    as: 'student',
    call: () => ({ form: { text: 'Contract check.', files: file('check.pdf', largest + 1) } }),
    expected: [
      [413, 'file is too large'],
      [429, 'too many attempts'],
    ],
    reason: 'the file is larger than 5 MB',
  }),
  step('sendFeedback', 'a file of another kind', {
    as: 'student',
    call: () => ({ form: { text: 'Contract check.', files: file('check.exe', 100) } }),
    expected: [[422], [429, 'too many attempts']],
    reason: 'only .docx, .txt and .pdf are allowed',
  }),
  step('sendFeedback', 'a text that is too long', {
    as: 'student',
    call: { form: { text: `${longText}x` } },
    expected: [[422], [429, 'too many attempts']],
    driftId: 'DR19',
    reason: '1501 characters are too many',
  }),
  ...['a fifth', 'a sixth'].map(name =>
    step('sendFeedback', `${name} message`, {
      as: 'student',
      call: { form: { text: 'Contract check.' } },
      expected: ACCEPTED,
    }),
  ),
]
