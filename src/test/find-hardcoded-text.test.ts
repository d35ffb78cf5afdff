import { expect, test } from 'vitest'
import { isGenerated, isTest, sourceFiles } from '../../scripts/lib/source-files'
import { findHardcodedText } from './find-hardcoded-text'

test('LANG-04 the application has no hard-coded text', () => {
  const written = sourceFiles('src').filter(({ path }) => !isTest(path) && !isGenerated(path))
  expect(written.length).toBeGreaterThan(300)
  expect(written.flatMap(findHardcodedText)).toEqual([])
})

const sample = (text: string) => findHardcodedText({ path: 'a.tsx', text })

test.each([
  ['text in an element', '<p>Saved</p>'],
  ['text beside a translation', "<p>{t('a')} saved</p>"],
  ['a string in braces', "<p>{'Saved'}</p>"],
  ['a conditional string', "<p>{isOn ? 'On' : t('off')}</p>"],
  ['a fallback string', "<p>{name ?? 'Nobody'}</p>"],
  ['a string after &&', "<p>{isOn && 'On'}</p>"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is searched.
  ['a template literal', '<p>{`Place ${rank}`}</p>'],
  ['an attribute', '<a title="Open">x</a>'],
  ['an ARIA attribute', "<a aria-label={'Open'}>x</a>"],
  ['a prop of a UI component', '<Field label="Name" />'],
  ['a conditional prop of a UI component', "<Field hint={isOn ? 'On' : t('off')} />"],
  ['an announcement', "announce('Saved', 'polite')"],
  ['a toast', "toast.error('Not saved')"],
  ['the document title', "document.title = 'Groups'"],
])('LANG-04 finds %s', (_, text) => {
  expect(sample(`const x = () => { return ${text} }`)).toHaveLength(1)
})

test.each([
  '<p>{t("saved")}</p>',
  '<p className="flex gap-2" aria-live="polite" role="status">{count} / 5 · x</p>',
  '<Kbd>Shift+Enter</Kbd>',
  "<bdi>{path || 'config.json'}</bdi>",
  "announce(t('saved'), 'polite')",
  "<a title='Ctrl+Alt+P'>{name}</a>",
  "<p>{format('long', t('a'))}</p>",
])('ignores %s', text => {
  expect(sample(`const x = () => { return ${text} }`)).toEqual([])
})

test('reports the line', () => {
  expect(findHardcodedText({ path: 'src/a.tsx', text: '\nconst x = <p>Saved</p>' })).toEqual([
    'src/a.tsx:2 Saved',
  ])
})
