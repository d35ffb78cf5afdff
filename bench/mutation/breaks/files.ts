import type { BreakGroup } from '../break'

const rules = 'src/lib/feedback-rules.ts'
const names = 'src/lib/file-name.ts'

/** What may be sent, and how what is saved is called. */
export const fileBreaks: BreakGroup = {
  part: 'files',
  breaks: [
    {
      name: 'uploads: an extension anywhere in the name will do',
      file: rules,
      find: 'fileTypes.some(type => type === extension)',
      replace: 'fileTypes.some(type => name.toLowerCase().includes(type))',
      tests: ['src/lib/feedback-rules.test.ts'],
    },
    {
      name: 'uploads: capital letters make another type',
      file: rules,
      find: 'name.slice(dot).toLowerCase()',
      replace: 'name.slice(dot)',
      tests: ['src/lib/feedback-rules.test.ts'],
    },
    {
      name: 'uploads: 5 MB are 5,000,000 bytes',
      file: rules,
      find: '5 * 1024 * 1024',
      replace: '5_000_000',
      tests: ['src/lib/feedback-rules.test.ts'],
    },
    {
      name: 'uploads: the last size that is accepted is refused',
      file: rules,
      find: 'size > fileLimit',
      replace: 'size >= fileLimit',
      tests: ['src/lib/feedback-rules.test.ts'],
    },
    {
      name: 'uploads: a name may look like another',
      file: rules,
      find: "  if (isMisleading(name)) return 'name'\n",
      replace: '',
      tests: ['src/lib/feedback-rules.test.ts'],
    },
    {
      name: 'uploads: an empty file is sent',
      file: rules,
      find: "  if (size === 0) return 'empty'\n",
      replace: '',
      tests: ['src/lib/feedback-rules.test.ts'],
    },
    {
      name: 'messages are counted in UTF-16',
      file: rules,
      find: '  for (const character of text) {\n    length += weightOf',
      replace: "  for (const character of text.split('')) {\n    length += weightOf",
      tests: ['src/lib/feedback-rules.test.ts'],
    },
    {
      name: 'names: folders are kept',
      file: names,
      find: "(visible.split(/[\\\\/]/).at(-1) ?? '')",
      replace: 'visible',
      tests: ['src/lib/file-name.test.ts'],
    },
    {
      name: 'names: text may be turned around',
      file: names,
      find: "    .replace(/[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800]/gu, '')\n",
      replace: '',
      tests: ['src/lib/file-name.test.ts'],
    },
    {
      name: 'names: a broken percent sign throws',
      file: names,
      find: '  if (!/^(?:[^%]|%[\\da-f]{2})+$/i.test(encoded)) return null\n',
      replace: "  if (charset.toLowerCase() === 'utf-8') return decodeURIComponent(encoded)\n",
      tests: ['src/lib/file-name.test.ts'],
    },
    {
      name: 'names: devices of Windows pass',
      file: names,
      find: 'if (isDevice(stem))',
      replace: "if (isDevice(''))",
      tests: ['src/lib/file-name.test.ts'],
    },
    {
      name: 'names: the server chooses the extension',
      file: names,
      find: "return stem === '' ? fallback : stem + extension",
      replace: "return stem === '' ? fallback : stem",
      tests: ['src/lib/file-name.test.ts'],
    },
    {
      name: 'saving: the file keeps a type that could be opened as a page',
      file: 'src/lib/save-file.ts',
      find: "content.slice(0, content.size, 'application/octet-stream')",
      replace: 'content',
      tests: ['src/lib/save-file.test.ts'],
    },
    {
      name: 'saving: the address of the file is never given back',
      file: 'src/lib/save-file.ts',
      find: '      URL.revokeObjectURL(address)\n',
      replace: '',
      tests: ['src/lib/save-file.test.ts'],
    },
  ],
}
