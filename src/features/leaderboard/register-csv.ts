import type { TaskSummary } from '../../api/responses'
import { createCsv, toSheetNumber, toSheetText, toSheetTime } from './board-csv'
import type { RegisterPerson } from './register-model'

interface RegisterCsv {
  people: readonly RegisterPerson[]
  /** One column each. */
  tasks: readonly TaskSummary[]
  /** All required tasks, also those without a column. */
  required: readonly TaskSummary[]
  /** Surname, name, username, points, solved, required solved, last solve. */
  headings: readonly [string, string, string, string, string, string, string]
  /** In the cells of people whose solves are unknown: an empty cell means that the task is not solved. */
  unknownText: string
  /** In the cells of solves without a time. */
  solvedText: string
  language: string
}

/** For grade books: a person a row, a task a column with the time of the solve. */
export const createRegisterCsv = (content: RegisterCsv): string => {
  const { people, tasks, required, headings, unknownText, solvedText, language } = content
  const toCell = ({ solves }: RegisterPerson, { id }: TaskSummary) => {
    const at = solves?.at.get(id)
    if (at !== undefined) return Number.isNaN(at) ? toSheetText(solvedText) : toSheetTime(at)
    return solves?.isComplete ? '' : toSheetText(unknownText)
  }
  return createCsv(
    [
      [...headings, ...tasks.map(({ title }) => title)].map(toSheetText),
      ...people.map(person => {
        const { row, solves } = person
        return [
          toSheetText(row.last_name ?? ''),
          toSheetText(row.first_name ?? ''),
          toSheetText(row.username),
          toSheetNumber(row.points),
          toSheetNumber(row.solved),
          toSheetNumber(
            solves?.isComplete ? required.filter(({ id }) => solves.at.has(id)).length : Number.NaN,
          ),
          toSheetTime(row.last_solved_at),
          ...tasks.map(task => toCell(person, task)),
        ]
      }),
    ],
    language,
  )
}
