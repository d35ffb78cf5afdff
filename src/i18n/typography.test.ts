import i18next from 'i18next'
import { expect, test } from 'vitest'
import { formatDate, formatDay } from '../lib/format'
import { loadMessages, startI18n } from './init'
import { mendTypography } from './typography'

test.each([
  ['Терминал задания «Разбор «Логов»»', 'Терминал задания «Разбор „Логов“»'],
  ['«а «б «в» г» д» и «е»', '«а „б „в“ г“ д» и «е»'],
  ['Task “The “new” one”', 'Task “The ‘new’ one”'],
  ['«одна» и «другая»', '«одна» и «другая»'],
  // Already as they should be.
  ['«Экзамен „Сети“»', '«Экзамен „Сети“»'],
  ['не закрыта «здесь «и здесь»', 'не закрыта «здесь «и здесь»'],
  ['»наоборот«', '»наоборот«'],
  [`по ${formatDay('2026-11-27', 'ru')}.`, `по ${formatDay('2026-11-27', 'ru')}`],
  ['27\u00a0ноября 2026\u00a0г... и дальше', '27\u00a0ноября 2026\u00a0г... и дальше'],
])('%j is shown as %j', (text, mended) => expect(mendTypography(text)).toBe(mended))

test('a value does not break the marks and the full stop of its text', async () => {
  await startI18n('ru')
  await loadMessages('teaching', 'groups')
  expect(i18next.t('invite.dialog', { ns: 'teaching', group: 'Курс «Сети»' })).toBe(
    'Вступить в группу «Курс „Сети“»',
  )
  const time = formatDate('2026-12-12', 'ru')
  expect(i18next.t('reminder.ends', { ns: 'groups', time })).toBe(`Обучение закончится ${time}`)
})
