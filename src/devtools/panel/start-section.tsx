import { type FormEvent, useId, useState } from 'react'
import type { StartInfo } from '../../../mocks/control/mock-controls'
import { formatDateTime } from '../../lib/format'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { FileInput } from '../../ui/file-input'
import { SearchInput } from '../../ui/search-input'
import { Select } from '../../ui/select'
import { TextInput } from '../../ui/text-input'
import { useControls, usePlatformState } from '../controls'
import { getStartLabel, useLanguage, useTranslate } from '../messages'
import { type Action, ActionStatus, saveTextFile, useAction } from './action'

/** Selects the user and the initial database. Both reload the page. */
export function StartSection() {
  const action = useAction()
  return (
    <div className="flex flex-col gap-4">
      <SignIn action={action} />
      <ActionStatus action={action} />
      <Starts action={action} />
    </div>
  )
}

const NO_PERSONA = ''

function SignIn({ action }: { action: Action }) {
  const t = useTranslate()
  const language = useLanguage()
  const controls = useControls()
  const { username } = usePlatformState()
  const options = [
    ...controls.personas.map(({ username, about }) => ({
      value: username,
      label: `${username}: ${language === 'ru' ? about.ru : about.en}`,
    })),
    { value: NO_PERSONA, label: t('user.none') },
  ]
  const signIn = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const chosen = String(new FormData(event.currentTarget).get('username'))
    action.run(() => controls.signIn(chosen === NO_PERSONA ? null : chosen))
  }
  return (
    <form onSubmit={signIn} className="flex flex-wrap items-end gap-3">
      <Field label={t('user.label')} className="min-w-0 flex-1 basis-[16rem] max-w-2xl">
        <Select
          name="username"
          key={username ?? NO_PERSONA}
          defaultValue={username ?? options[0]?.value ?? NO_PERSONA}
          options={options}
        />
      </Field>
      <Button type="submit" isPending={action.isPending}>
        {t('user.enter')}
      </Button>
    </form>
  )
}

function Starts({ action }: { action: Action }) {
  const t = useTranslate()
  const controls = useControls()
  const { start, scenario, seed } = usePlatformState()
  const [text, setText] = useState('')
  const [nextSeed, setNextSeed] = useState(seed)
  const title = useId()
  const isMatch = ({ name }: StartInfo) =>
    `${name} ${getStartLabel(name, t)}`.toLowerCase().includes(text.trim().toLowerCase())
  const found = controls.starts.filter(isMatch)
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3">
      <h2 id={title} className="text-sm font-semibold">
        {t('starts.title')}
      </h2>
      <div className="flex flex-wrap items-end gap-3">
        <Field label={t('starts.search')} className="min-w-0 flex-1 basis-[16rem] max-w-sm">
          <SearchInput
            label={t('starts.search')}
            placeholder=""
            clearLabel={t('starts.clear')}
            value={text}
            onChange={setText}
          />
        </Field>
        <Field label={t('seed')} className="w-40">
          <TextInput
            value={nextSeed}
            isMono
            autoComplete="off"
            spellCheck={false}
            onChange={event => setNextSeed(event.currentTarget.value)}
          />
        </Field>
      </div>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-2">
        {found.map(({ name, persona, path }) => (
          <li key={name} className="flex">
            <button
              type="button"
              aria-current={name === (start ?? scenario) ? 'true' : undefined}
              onClick={() => action.run(() => controls.start(name, nextSeed.trim() || '1'))}
              className="flex min-w-0 flex-1 flex-col gap-0.5 rounded-control border border-control bg-surface px-3 py-1.5 text-left text-sm hover:bg-sunken aria-[current]:border-accent-text aria-[current]:bg-accent-soft"
            >
              <span className="font-medium">{getStartLabel(name, t)}</span>
              <span className="text-xs text-muted wrap-anywhere">
                <code>{name}</code> · {persona ?? t('user.none')} · <code>{path}</code>
              </span>
            </button>
          </li>
        ))}
      </ul>
      <p role="status" className="text-xs text-muted empty:hidden">
        {found.length === 0 && t('starts.none')}
      </p>
    </section>
  )
}

/** Resets the platform, or exports and imports its state as a file. */
export function StateSection() {
  const t = useTranslate()
  const language = useLanguage()
  const controls = useControls()
  const { start, scenario, seed, startedAt } = usePlatformState()
  const action = useAction()
  const save = async () => saveTextFile(await controls.exportSnapshot(), 'json')
  const facts = [
    [t('state.start'), getStartLabel(start ?? scenario, t)],
    [t('seed'), seed],
    [t('state.startedAt'), formatDateTime(startedAt, language)],
  ] as const
  return (
    <div className="flex flex-col gap-4">
      <dl className="flex flex-wrap gap-x-8 gap-y-2 text-sm">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="max-w-prose text-sm text-muted">{t('state.text')}</p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => action.run(save, t('state.exported'))} isPending={action.isPending}>
          {t('state.export')}
        </Button>
        <FileInput
          label={t('state.import')}
          accept=".json"
          onChoose={file => action.run(async () => controls.importSnapshot(await file.text()))}
        />
        <Button size="sm" variant="danger" onClick={() => action.run(() => controls.reset())}>
          {t('state.reset')}
        </Button>
      </div>
      <ActionStatus action={action} />
    </div>
  )
}
