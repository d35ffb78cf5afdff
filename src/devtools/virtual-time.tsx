import { useEffect, useRef, useState } from 'react'
import { formatSecond, formatShortDate } from '../lib/format'
import { useControls, usePlatform } from './controls'
import { useLanguage } from './words'

const wholeSecond = (milliseconds: number): number => Math.floor(milliseconds / 1000) * 1000

/**
 * The time of the platform. Read off with each frame of the window it stands in, because every timer of the application
 * goes by this very clock; silent for screen readers.
 */
export function VirtualTime({ className }: { className?: string }) {
  const controls = useControls()
  const language = useLanguage()
  const platform = usePlatform()
  const [now, setNow] = useState(() => wholeSecond(controls.now()))
  const place = useRef<HTMLTimeElement>(null)
  useEffect(() => {
    setNow(wholeSecond(controls.now()))
    const view = place.current?.ownerDocument.defaultView
    if (!view || platform.speed === 0) return
    const tick = () => {
      setNow(wholeSecond(controls.now()))
      frame = view.requestAnimationFrame(tick)
    }
    let frame = view.requestAnimationFrame(tick)
    return () => view.cancelAnimationFrame(frame)
  }, [controls, platform])
  return (
    <time ref={place} dateTime={new Date(now).toISOString()} className={className}>
      {formatShortDate(now, language)} {formatSecond(now, language)}
    </time>
  )
}
