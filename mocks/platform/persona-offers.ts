import { type PersonaName, personas } from './personas'

/** A persona as the login page offers it. */
export interface OfferedPersona {
  username: string
  password: string
  name: string
  about: { ru: string; en: string }
}

const about: Record<Exclude<PersonaName, 'lms' | 'examinee'>, OfferedPersona['about']> = {
  student: {
    ru: 'Студентка с подтверждённой почтой: курсы, задания, рейтинг',
    en: 'A student with a confirmed address: courses, tasks, scoreboard',
  },
  newcomer: {
    ru: 'Новичок: почта ещё не подтверждена, задания закрыты',
    en: 'A newcomer whose address is not confirmed yet: tasks are closed',
  },
  admin: {
    ru: 'Администратор групп: видимость заданий и обмен с LMS',
    en: 'A group administrator: visibility of tasks and exchange with the LMS',
  },
  candidate: {
    ru: 'Кандидат на экзамене: допуск, оплата, время, отчёт',
    en: 'An exam candidate: admission, payment, time, report',
  },
}

/** Everyone who signs in by a password, the main persona first. */
export const offeredPersonas: readonly OfferedPersona[] = Object.entries(about).map(([key, text]) => {
  const { username, password, firstName, lastName } = personas[key as keyof typeof about]
  return { username, password, name: `${firstName} ${lastName}`, about: text }
})
