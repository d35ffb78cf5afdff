/** From this length on the counter is shown. */
export const COUNTER_FROM_LENGTH = 1400
export const MAX_FILE_BYTES = 5 * 1024 * 1024
export const FILE_EXTENSIONS = ['.docx', '.txt', '.pdf'] as const

/** Length in code points; a line break counts as one, as in the contract. */
export const getMessageLength = (text: string): number => [...text.replaceAll('\r\n', '\n')].length

/** Only spaces, line breaks and invisible characters. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}]/u.test(text)

type FileProblem = 'name' | 'type' | 'empty' | 'large'
export type ChoiceProblem = FileProblem | 'several' | 'folder'

/**
 * A file name that hides its type: control characters, line breaks, bidirectional controls (`a.pdf<RLO>exe` reads as a
 * PDF), or spaces before the extension that push it out of sight.
 */
const isMisleading = (name: string): boolean =>
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}]/u.test(name) ||
  /[\s\p{Default_Ignorable_Code_Point}\u2800]\.[^.]*$/u.test(name)

/** By the last extension, ignoring case; `.pdf` alone has none. */
const hasAllowedExtension = (name: string): boolean => {
  const dot = name.lastIndexOf('.')
  const extension = name.slice(dot).toLowerCase()
  return /[^.]/.test(name.slice(0, Math.max(0, dot))) && FILE_EXTENSIONS.some(type => type === extension)
}

/** The browser's MIME type is unreliable. Empty files are failed exports or, in some browsers, folders. */
export const checkFile = ({ name, size }: Pick<File, 'name' | 'size'>): FileProblem | null => {
  if (isMisleading(name)) return 'name'
  if (!hasAllowedExtension(name)) return 'type'
  if (size === 0) return 'empty'
  return size > MAX_FILE_BYTES ? 'large' : null
}

/** What another feature writes on behalf of the user, who can change it before sending. */
export interface FeedbackPrefill {
  text: string
  file: File | null
  /** Of the dialog; its usual one if left out. */
  title?: string
}

/** Adds a prepared text below the draft of the user; once only. */
export const addPrefill = (draft: string, text: string | undefined): string => {
  if (text === undefined || draft.includes(text.trim())) return draft
  return isBlank(draft) ? text : `${draft.trimEnd()}\n\n${text}`
}

/** Where to write: before a prepared text that begins with empty lines, else at the end. */
export const getCursor = (text: string, prefillText = ''): number =>
  prefillText.startsWith('\n') && text.endsWith(prefillText) ? text.length - prefillText.length : text.length
