import { BookOpen, FlaskConical, Lightbulb, type LucideIcon } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Task } from '../../api/schema.gen'
import { Badge } from '../../ui/badge'
import { Card } from '../../ui/card'
import { SectionTitle } from '../../ui/page-title'

/** The parts of a task whose screens are still to come: each says what will be here, and only if the task has it. */
export const PlannedParts = ({ task }: { task: Task }) => {
  const { t } = useTranslation('task')
  const parts = [
    ...(task.has_lab ? [{ id: 'lab', Icon: FlaskConical }] : []),
    ...(task.has_hint ? [{ id: 'hint', Icon: Lightbulb }] : []),
    ...(task.has_writeup ? [{ id: 'writeup', Icon: BookOpen }] : []),
  ] as { id: 'lab' | 'hint' | 'writeup'; Icon: LucideIcon }[]
  return parts.map(({ id, Icon }) => (
    <Card key={id} as="section" aria-labelledby={`part-${id}`} className="flex flex-col gap-2">
      <SectionTitle id={`part-${id}`} actions={<Badge>{t('planned.soon')}</Badge>}>
        <span className="inline-flex items-center gap-2">
          <Icon className="size-5 text-muted" aria-hidden />
          {t(`planned.${id}.title`)}
        </span>
      </SectionTitle>
      <p className="text-sm text-muted">{t(`planned.${id}.text`)}</p>
    </Card>
  ))
}
