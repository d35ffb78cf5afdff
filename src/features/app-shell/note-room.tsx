import { type ReactNode, useEffect } from 'react'
import { cx } from '../../ui/cx'

interface NoteRoomProps {
  /** A note comes, or may come. */
  isKept: boolean
  children: ReactNode
}

/**
 * Room above a form for what one visit alone has to be told. It may come after the fields can be typed in, so its room is
 * there before: until the page answers, by a mark that a line in the document sets (index.html).
 */
export const NoteRoom = ({ isKept, children }: NoteRoomProps) => {
  // The next page of the visit has no such note.
  useEffect(() => () => void delete document.documentElement.dataset.note, [])
  return (
    <div role="status" className={cx('note-room', isKept && 'note-room-kept')}>
      {children}
    </div>
  )
}
