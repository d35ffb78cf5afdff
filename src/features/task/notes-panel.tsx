import { Bookmark, Pencil } from 'lucide-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { announce } from '../../lib/announce'
import { clock } from '../../lib/clock'
import { useOnUnmount, useSubscription } from '../../lib/hooks'
import { onPageHidden } from '../../lib/poll-loop'
import { storage } from '../../lib/storage'
import type { UserKey } from '../../lib/user'
import { Button } from '../../ui/button'
import { Card } from '../../ui/card'
import { Field } from '../../ui/field'
import { Textarea } from '../../ui/textarea'
import { MAX_NOTE_LENGTH, readTaskMark, storeTaskMark, useTaskMark } from '../groups/public'

interface NotesPanelProps {
  userId: UserKey
  groupId: number
  taskId: number
}

/** A private note, open if there is one, and the "later" mark. Needs a key per task. */
export const NotesPanel = ({ userId, groupId, taskId }: NotesPanelProps) => {
  const { t } = useTranslation('task')
  const { isLater } = useTaskMark(groupId, taskId)
  const note = useNote(userId, groupId, taskId)
  const [isOpen, setOpen] = useState(note.text !== '')
  const field = useRef<HTMLTextAreaElement>(null)
  const toggleNote = () => {
    flushSync(() => setOpen(!isOpen))
    field.current?.focus()
  }
  const toggle = () => {
    if (storeTaskMark(groupId, taskId, { isLater: !isLater }))
      announce(t(isLater ? 'notes.notLater' : 'notes.isLater'))
  }
  return (
    <>
      <div className="grid grid-cols-2 gap-2">
        <Button size="sm" icon={<Pencil />} aria-expanded={isOpen} onClick={toggleNote}>
          {t('notes.label')}
        </Button>
        <Button
          size="sm"
          icon={<Bookmark className={isLater ? 'fill-current' : undefined} />}
          aria-pressed={isLater}
          onClick={toggle}
        >
          {t('notes.later')}
        </Button>
      </div>
      {isOpen && (
        <Card as="section" aria-label={t('notes.title')}>
          <Field label={t('notes.title')} hint={t('notes.hint')} error={note.isFull && t('notes.full')}>
            <Textarea
              ref={field}
              value={note.text}
              onChange={event => note.change(event.currentTarget.value)}
              onBlur={note.flush}
              maxLength={MAX_NOTE_LENGTH}
              minRows={2}
            />
          </Field>
        </Card>
      )}
    </>
  )
}

const SAVE_DELAY_MS = 300

/** Stores the note after a pause in typing. */
const createNoteWriter = (userId: UserKey, groupId: number, taskId: number) => {
  let pending: string | null = null
  let stop = () => {}
  const flush = (): boolean => {
    stop()
    // Another user has signed in in another tab: this is not their note.
    if (pending === null || storage.get('flagship.user') !== String(userId)) return true
    const isStored = storeTaskMark(groupId, taskId, { note: pending })
    if (isStored) pending = null
    return isStored
  }
  return {
    flush,
    save: (text: string, onStored: (isStored: boolean) => void): void => {
      stop()
      pending = text
      stop = clock.after(SAVE_DELAY_MS, () => onStored(flush()))
    },
  }
}

/** A note that finds no room stays in the field. */
const useNote = (userId: UserKey, groupId: number, taskId: number) => {
  const [text, setText] = useState(() => readTaskMark(groupId, taskId).note)
  const [isFull, setFull] = useState(false)
  const [writer] = useState(() => createNoteWriter(userId, groupId, taskId))
  useSubscription(onPageHidden, writer.flush)
  useOnUnmount(writer.flush)
  return {
    text,
    isFull,
    change: (next: string) => {
      setText(next)
      writer.save(next, isStored => setFull(!isStored))
    },
    flush: () => setFull(!writer.flush()),
  }
}
