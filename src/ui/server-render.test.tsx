// @vitest-environment node
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Announcer } from './announcer'
import { Button } from './button'
import { Checkbox } from './checkbox'
import { Dialog } from './dialog'
import { Field } from './field'
import { FormShell } from './form-shell'
import { Header } from './header'
import { IconButton } from './icon-button'
import { Main } from './main'
import { Meter } from './meter'
import { PasswordInput } from './password-input'
import { Popover } from './popover'
import { Progress } from './progress'
import { RadioMenu } from './radio-menu'
import { Tabs } from './tabs'
import { TextInput } from './text-input'
import { Textarea } from './textarea'
import { Toaster } from './toaster'
import { UiProvider } from './ui-provider'

const nothing = () => {}
const language = (
  <RadioMenu
    trigger={<IconButton label="Язык" icon="Я" />}
    label="Язык"
    value="ru"
    options={[{ value: 'ru', label: 'Русский' }]}
    onChange={nothing}
  />
)
const profile = (
  <Popover trigger={<Button>Профиль</Button>} title="Профиль">
    Почта
  </Popover>
)

test('renders without a document into markup the policy lets through', () => {
  const html = renderToString(
    <UiProvider>
      <Header start="Флагман" end={profile} below={language} />
      <Main width="narrow">
        <FormShell pending={false} error="Неверно" onSubmit={nothing}>
          <Field label="Имя" error="Пусто">
            <TextInput name="name" />
          </Field>
          <Field label="Пароль">
            <PasswordInput showLabel="Показать" hideLabel="Скрыть" />
          </Field>
          <Field label="Сообщение">
            <Textarea />
          </Field>
          <Checkbox label="Согласие" />
          <Button disabledReason="Нет соединения">Войти</Button>
        </FormShell>
        <Meter value={1} max={3} label="Решено" />
        <Progress value={null} label="Запуск" />
        <Tabs label="Разделы" value="a" onChange={nothing} items={[{ value: 'a', label: 'А', panel: 'а' }]} />
        <Dialog isOpen={false} onOpenChange={nothing} title="Окно" closeLabel="Закрыть" />
      </Main>
      <Toaster label="Сообщения" closeLabel="Закрыть" />
      <Announcer />
    </UiProvider>,
  )
  expect(typeof document).toBe('undefined')
  expect(html).toContain('Согласие')
  expect(html).not.toMatch(/\sstyle=|<style|<script/)
})
