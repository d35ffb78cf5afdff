import { CircleAlert } from 'lucide-react'
import { useTranslate } from '../messages'
import type { Action } from './use-action'

/** The result of the last action. */
export function ActionStatus({ action: { done, failure } }: { action: Action }) {
  const t = useTranslate()
  return (
    <div className="text-xs">
      <p role="status" className="text-success-text empty:hidden">
        {done}
      </p>
      {failure !== null && (
        <p role="alert" className="flex gap-1.5 text-danger-text">
          <CircleAlert className="mt-px size-4 shrink-0" aria-hidden />
          <span className="min-w-0">
            {t('failed')} <span lang="en">{failure}</span>
          </span>
        </p>
      )}
    </div>
  )
}
