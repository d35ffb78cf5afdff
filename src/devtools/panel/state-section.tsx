import { formatDateTime } from '../../lib/format'
import { Button } from '../../ui/button'
import { FileInput } from '../../ui/file-input'
import { useControls, usePlatformState } from '../controls'
import { useLanguage, useTranslate } from '../messages'
import { saveTextFile } from '../save-text-file'
import { getStartLabel } from '../start-label'
import { ActionStatus } from './action-status'
import { useAction } from './use-action'

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
