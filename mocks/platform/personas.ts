import type { Language } from './data/types'

/** The password of every persona with one. */
export const personaPassword = 'flagship-demo'

/** A demo account that anyone may sign in to. */
export interface Persona {
  id: number
  username: string
  /** Null: signs in only through the LMS, with `lmsCode`. */
  password: string | null
  /** The code that the LMS passes to `/callback`. */
  lmsCode?: string
  /** A password reset token that never expires and can be used repeatedly. */
  resetToken?: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  language: Language
  /** Ids of the persona's groups. */
  groups: readonly number[]
  isAdmin: boolean
}

const common = { password: personaPassword, emailVerified: true, isAdmin: false, language: 'ru' } as const

/** All personas, by username. */
export const personas = {
  student: {
    ...common,
    id: 1,
    username: 'student',
    email: 'alexandra.vorobyova@student.example',
    firstName: 'Александра',
    lastName: 'Воробьёва',
    groups: [1, 2, 3, 4, 6, 7],
  },
  newcomer: {
    ...common,
    id: 2,
    username: 'newcomer',
    email: 'newcomer@mail.example',
    emailVerified: false,
    resetToken: 'reset-demo-token',
    firstName: 'Пётр',
    lastName: 'Щукин',
    groups: [1],
  },
  lms: {
    ...common,
    id: 3,
    username: 'lms',
    password: null,
    lmsCode: 'lms-demo-code',
    email: 'm.orlova@lms.example',
    firstName: 'Мария',
    lastName: 'Орлова',
    groups: [1, 2],
  },
  admin: {
    ...common,
    id: 4,
    username: 'admin',
    email: 'admin@flagship.example',
    firstName: 'Игорь',
    lastName: 'Ёлкин',
    groups: [1, 2, 3, 4, 5, 6, 7, 8],
    isAdmin: true,
  },
  candidate: {
    ...common,
    id: 5,
    username: 'candidate',
    email: 'candidate@mail.example',
    firstName: 'Ольга',
    lastName: 'Зайцева',
    groups: [1, 5, 8],
  },
  examinee: {
    ...common,
    id: 6,
    username: 'examinee',
    email: 'examinee@mail.example',
    firstName: 'Роман',
    lastName: 'Белов',
    groups: [5, 8],
  },
} as const satisfies Record<string, Persona>

export type PersonaName = keyof typeof personas

/** A persona as the login page offers it. */
export interface LoginPersona {
  username: string
  password: string
  name: string
  about: { ru: string; en: string }
}

const about: Record<Exclude<PersonaName, 'lms' | 'examinee'>, LoginPersona['about']> = {
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

/** Everyone with a password, the main persona first. */
export const loginPersonas: readonly LoginPersona[] = Object.entries(about).map(([key, text]) => {
  const { username, password, firstName, lastName } = personas[key as keyof typeof about]
  return { username, password, name: `${firstName} ${lastName}`, about: text }
})
