import { expect, test } from 'vitest'
import { isGenerated, isTest, sourceFiles } from '../../scripts/lib/source-files'
import { looseWords } from './loose-words'

test('LANG-04 no file of the application writes words for people: they come from the locales', () => {
  const written = sourceFiles('src').filter(({ path }) => !isTest(path) && !isGenerated(path))
  expect(written.length).toBeGreaterThan(300)
  expect(written.flatMap(looseWords)).toEqual([])
})

const sample = (text: string) => looseWords({ path: 'a.tsx', text })

test.each([
  ['text in an element', '<p>Saved</p>'],
  ['text beside a translation', "<p>{t('a')} saved</p>"],
  ['a text in braces', "<p>{'Saved'}</p>"],
  ['one of two texts', "<p>{isOn ? 'On' : t('off')}</p>"],
  ['a text where another is missing', "<p>{name ?? 'Nobody'}</p>"],
  ['a text under a condition', "<p>{isOn && 'On'}</p>"],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code that is searched.
  ['a text around a value', '<p>{`Place ${rank}`}</p>'],
  ['an attribute', '<a title="Open">x</a>'],
  ['an attribute that is spoken', "<a aria-label={'Open'}>x</a>"],
  ['a word of our own kit', '<Field label="Name" />'],
  ['one of two words of our own kit', "<Field hint={isOn ? 'On' : t('off')} />"],
  ['an announcement', "announce('Saved', 'polite')"],
  ['a toast', "toast.error('Not saved')"],
  ['the title of the page', "document.title = 'Groups'"],
])('LANG-04 the search finds %s', (_, text) => {
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
])('the search passes %s', text => {
  expect(sample(`const x = () => { return ${text} }`)).toEqual([])
})

test('the search says where', () => {
  expect(looseWords({ path: 'src/a.tsx', text: '\nconst x = <p>Saved</p>' })).toEqual(['src/a.tsx:2 Saved'])
})
