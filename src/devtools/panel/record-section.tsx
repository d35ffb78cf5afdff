import { type FormEvent, useState } from 'react'
import { makeRecording, type Recording } from '../../../mocks/recordings/make-recording'
import { useStore } from '../../lib/store'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { TextInput } from '../../ui/text-input'
import { useTranslate } from '../messages'
import { ActionStatus, saveTextFile, useAction } from './action'
import { type RecorderState, recorder } from './recorder'

/** Records API calls as a scenario. */
export function RecordSection() {
  const t = useTranslate()
  const state = useStore(recorder)
  const { phase, exchanges } = state
  const counted = t('record.count', { count: exchanges.length })
  return (
    <div className="flex flex-col gap-4">
      <p className="max-w-prose text-sm text-muted">{t('record.text')}</p>
      <p role="status" className="text-sm empty:hidden">
        {phase === 'idle' ? '' : `${t(phase === 'recording' ? 'record.running' : 'record.over')} ${counted}`}
      </p>
      <div className="flex flex-wrap gap-2">
        {phase === 'recording' ? (
          <Button size="sm" key="button" onClick={recorder.stop}>
            {t('record.stop')}
          </Button>
        ) : (
          <Button size="sm" key="button" onClick={recorder.start}>
            {t(phase === 'idle' ? 'record.start' : 'record.again')}
          </Button>
        )}
        {phase === 'stopped' && (
          <Button size="sm" variant="quiet" onClick={recorder.discard}>
            {t('record.discard')}
          </Button>
        )}
      </div>
      {phase === 'stopped' && exchanges.length > 0 && <RecordedForm state={state} />}
    </div>
  )
}

/** Saves a recording as a file, and lists what was left out. */
function RecordedForm({ state }: { state: RecorderState }) {
  const t = useTranslate()
  const [name, setName] = useState('session')
  const [error, setError] = useState('')
  const [recording, setRecording] = useState<Recording | null>(null)
  const action = useAction()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const isName = /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)
    setError(isName ? '' : t('record.noName'))
    if (!isName) return
    action.run(async () => {
      const { contract } = await import('../observe/validate')
      const made = makeRecording(contract, state.exchanges, {
        name,
        at: state.startedAt,
        before: state.before,
      })
      setRecording(made)
      if (made.scenario.exchanges.length > 0)
        saveTextFile(`${JSON.stringify(made.scenario, null, 1)}\n`, 'json', name)
    })
  }
  return (
    <>
      <form onSubmit={save} noValidate className="flex flex-wrap items-start gap-3">
        <Field
          label={t('record.name')}
          labelEnd={t('record.nameHint')}
          error={error}
          className="w-full max-w-md"
        >
          <TextInput
            isMono
            autoComplete="off"
            spellCheck={false}
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
        </Field>
        <div className="self-end">
          <Button type="submit" isPending={action.isPending}>
            {t('record.save')}
          </Button>
        </div>
      </form>
      <ActionStatus action={action} />
      {recording && <RecordingSummary recording={recording} />}
    </>
  )
}

function RecordingSummary({ recording: { scenario, userCount, skipped } }: { recording: Recording }) {
  const t = useTranslate()
  const { name, exchanges } = scenario
  return (
    <div role="status" className="flex max-w-prose flex-col gap-2 text-sm">
      {exchanges.length === 0 ? (
        <p>{t('record.nothing')}</p>
      ) : (
        <>
          <p>
            {t('record.exchanges', { count: exchanges.length })} {t('record.people', { count: userCount })}
          </p>
          <p className="wrap-anywhere">{t('record.use', { name })}</p>
          <p className="text-muted">{t('record.review')}</p>
        </>
      )}
      {skipped.length > 0 && (
        <>
          <p>{t('record.leftOut')}</p>
          <ul lang="en" className="list-disc pl-4 text-xs text-muted wrap-anywhere">
            {skipped.map(({ call, why, count }) => (
              <li key={`${call} ${why}`}>
                {count} × <span className="font-mono">{call}</span>: {why}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}
