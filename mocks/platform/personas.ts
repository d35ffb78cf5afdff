import type { Language } from './data/types'

/** The password of every persona that has one. */
export const personaPassword = 'flagship-demo'

/** A person of the simulated platform that anyone may sign in as. */
export interface Persona {
  id: number
  username: string
  /** Null: signs in through the learning-management system only, with `lmsCode`. */
  password: string | null
  /** The code that the learning-management system would hand to `/callback`. */
  lmsCode?: string
  /** The secret of a letter to set a new password with that stays good, however often it is used. */
  resetToken?: string
  email: string
  emailVerified: boolean
  firstName: string
  lastName: string
  language: Language
  /** Groups that the persona belongs to. */
  groups: readonly number[]
  isAdmin: boolean
}

const common = { password: personaPassword, emailVerified: true, isAdmin: false, language: 'ru' } as const

/** Who can sign in, by username. */
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
