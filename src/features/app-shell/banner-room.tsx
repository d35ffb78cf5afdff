import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { runWhenIdle } from '../../lib/run-when-idle'
import { storage } from '../../lib/storage'

/** Whether the visit has shown the banners that it began with room for. */
let isOver = false

/** Pixels that the banners took at the end of the last visit in a window as wide as this one. */
const keptHeight = (): number => {
  const [width, height = 0] = (storage.get('flagship.banners') ?? '').split(' ').map(Number)
  return width === innerWidth ? height : 0
}

const setRoom = (height: number) => document.documentElement.style.setProperty('--banner-room', `${height}px`)

/**
 * Banners about the person, who is known only after the page has begun to stand. What they took on the last visit is kept
 * free for them from the first paint (index.html), so that they move nothing when they come. They have no box of their
 * own: the clock of an exam stays below the header over the whole page.
 */
export const BannerRoom = ({ children }: { children: ReactNode }) => {
  const box = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const { current } = box
    if (!current) return undefined
    const kept = keptHeight()
    const look = () => {
      const heights = [...current.children].map(banner => banner.getBoundingClientRect().height)
      const height = Math.round(heights.reduce((sum, one) => sum + one, 0))
      isOver ||= height >= kept
      setRoom(isOver ? 0 : kept - height)
      if (!isOver) return
      if (height > 0) storage.set('flagship.banners', `${innerWidth} ${height}`)
      else storage.remove('flagship.banners')
    }
    const sizes = globalThis.ResizeObserver && new ResizeObserver(look)
    const coming = new MutationObserver(() => {
      sizes?.disconnect()
      for (const banner of current.children) sizes?.observe(banner)
      look()
    })
    coming.observe(current, { childList: true })
    for (const banner of current.children) sizes?.observe(banner)
    look()
    const stopWaiting = isOver
      ? () => {}
      : runWhenIdle(() => {
          isOver = true
          look()
        })
    return () => {
      stopWaiting()
      coming.disconnect()
      sizes?.disconnect()
    }
  }, [])
  return (
    <>
      <div ref={box} className="contents">
        {children}
      </div>
      <div className="banner-room" />
    </>
  )
}
