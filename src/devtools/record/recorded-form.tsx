import { type FormEvent, useState } from 'react'
import type { Recording } from '../../../mocks/recordings/make-recording'
import { Button } from '../../ui/button'
import { Field } from '../../ui/field'
import { TextInput } from '../../ui/text-input'
import { Outcome } from '../deck/outcome'
import { useAction } from '../deck/use-action'
import { saveTextFile } from '../save-text-file'
import { useWords } from '../words'
import type { RecorderState } from './recorder'

/** A recording as a file, and what of it could not be kept. */
export function RecordedForm({ state }: { state: RecorderState }) {
  const t = useWords()
  const [name, setName] = useState('session')
  const [error, setError] = useState('')
  const [made, setMade] = useState<Recording | null>(null)
  const action = useAction()
  const save = (event: FormEvent) => {
    event.preventDefault()
    const isName = /^[a-z\d]+(?:-[a-z\d]+)*$/.test(name)
    setError(isName ? '' : t('record.noName'))
    if (!isName) return
    action.run(async () => {
      const { makeScenario } = await import('./make-scenario')
      const recording = makeScenario(state, name)
      setMade(recording)
      if (recording.scenario.exchanges.length > 0)
        saveTextFile(`${JSON.stringify(recording.scenario, null, 1)}\n`, 'json', name)
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
      <Outcome action={action} />
      {made && <Made recording={made} />}
    </>
  )
}

function Made({ recording: { scenario, people, leftOut } }: { recording: Recording }) {
  const t = useWords()
  const { name, exchanges } = scenario
  return (
    <div role="status" className="flex max-w-prose flex-col gap-2 text-sm">
      {exchanges.length === 0 ? (
        <p>{t('record.nothing')}</p>
      ) : (
        <>
          <p>
            {t('record.kept', { count: exchanges.length })} {t('record.people', { count: people })}
          </p>
          <p className="wrap-anywhere">{t('record.use', { name })}</p>
          <p className="text-muted">{t('record.review')}</p>
        </>
      )}
      {leftOut.length > 0 && (
        <>
          <p>{t('record.leftOut')}</p>
          <ul lang="en" className="list-disc pl-4 text-xs text-muted wrap-anywhere">
            {leftOut.map(({ call, why, count }) => (
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
