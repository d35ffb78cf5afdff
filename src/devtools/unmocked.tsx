import { useEffect, useState } from 'react'
import type { BrowserControls } from '../../mocks/control/browser-controls'
import { Banner } from '../ui/banner'
import { Button } from '../ui/button'
import { usePlatform } from './controls'
import { useWords } from './words'

/** Loud: a call below /api has left for the network, or what the address asked for is not there. */
export function Unmocked({ controls }: { controls: BrowserControls }) {
  const t = useWords()
  const { trouble } = usePlatform()
  const [sentence, setSentence] = useState<string | null>(null)
  const [dismissed, setDismissed] = useState<string | null>(null)
  useEffect(() => controls.onUnmocked(setSentence), [controls])
  return (
    <>
      {sentence !== null && (
        <div
          role="alert"
          className="flex flex-wrap items-center gap-x-4 gap-y-2 bg-danger px-4 py-2 text-sm font-medium text-on-danger"
        >
          <p className="min-w-0 flex-1 basis-[16rem]">
            {t('unmocked')} <span lang="en">{sentence}</span>
          </p>
          <Button size="sm" onClick={() => location.reload()}>
            {t('unmocked.reload')}
          </Button>
        </div>
      )}
      {trouble !== null && trouble !== dismissed && (
        <Banner
          tone="warning"
          isBleed
          role="alert"
          onDismiss={() => setDismissed(trouble)}
          dismissLabel={t('dismiss')}
        >
          {t('trouble')} <span lang="en">{trouble}</span>
        </Banner>
      )}
    </>
  )
}
