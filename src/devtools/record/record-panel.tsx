import { useSyncExternalStore } from 'react'
import { Button } from '../../ui/button'
import { useWords } from '../words'
import { RecordedForm } from './recorded-form'
import { recorder } from './recorder'

/** Makes a recorded scenario of what the page asks while it is recording; needs no props. */
export function RecordPanel() {
  const t = useWords()
  const state = useSyncExternalStore(recorder.subscribe, recorder.state)
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
