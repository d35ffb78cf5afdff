import { ImageDown } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../lib/format'
import { safeFileName } from '../../lib/save-file'
import { SaveButton } from '../shell/public'
import { type ExamView, formatShare, getExamScore, type ProfileViewModel, parseSolves } from './profile-model'

interface PictureButtonProps {
  name: string
  view: ProfileViewModel
  exams: readonly ExamView[]
}

/** Saves the profile as a picture, whose code is loaded with the press. */
export const PictureButton = ({ name, view, exams }: PictureButtonProps) => {
  const { t, i18n } = useTranslation(['competencies', 'common'])
  const number = (value: number) => formatNumber(value, i18n.language)
  const draw = async () => {
    const { drawShareCard } = await import('./share-card')
    const { points, tasks, competencies } = view
    const { hardCount, categories } = parseSolves(view)
    const exam = exams[0]
    const score = exam && getExamScore(exam)
    const solved = tasks.done === null ? null : t('cover.tasks', { count: tasks.done })
    const summary = hardCount && solved ? t('cover.hard', { tasks: solved, count: hardCount }) : solved
    const caption = tasks.done === null ? '' : t('totals.tasks', { count: tasks.done })
    const figures = [
      points.done !== null && {
        value: number(points.done),
        caption: t('totals.points', { count: points.done }),
      },
      // Without an exam the summary says it.
      exam &&
        tasks.done !== null && {
          value: number(tasks.done),
          caption: hardCount ? t('picture.hard', { tasks: caption, count: hardCount }) : caption,
        },
    ]
    return drawShareCard({
      product: t('product', { ns: 'common' }),
      host: window.location.host,
      name,
      exam: exam ? (score ? t('exam.badgeScore', { score }) : t('exam.badge')) : null,
      summary,
      figures: figures.filter(figure => figure !== false && figure !== undefined),
      strongest: competencies
        .slice(0, 3)
        .flatMap(({ name: title, share }) =>
          share === null || share === 0
            ? []
            : [{ name: title ?? t('list.unnamed'), share, label: formatShare(share) }],
        ),
      categories,
    })
  }
  return (
    <SaveButton
      size="md"
      icon={<ImageDown />}
      label={t('picture.save')}
      savedText={t('picture.saved')}
      failedText={t('picture.failed')}
      create={draw}
      name={safeFileName(t('picture.file', { name }), '.png', 'profile.png')}
    />
  )
}
