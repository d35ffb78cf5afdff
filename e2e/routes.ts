import type { Page } from '@playwright/test'
import { screensOfAccount } from './account-screens'
import { screensOfBoards } from './board-screens'
import { screensOfEntry } from './entry-screens'
import { screensOfExams } from './exam-screens'
import { screensOfLms } from './lms-screens'
import type { Persona } from './people'
import type { Platform } from './platform'
import { screensOfProfiles } from './profile-screens'
import { screensOfTasks } from './task-screens'
import type { Language, words } from './words'

export type Screen = {
  /** The name of its screenshots. */
  name: string
  path: string
  /** Whom it is looked at as; `null` is a visitor who is not signed in. */
  persona: Persona | null
  /** The steps from the address to what is looked at. */
  prepare?: (page: Page, here: Here) => Promise<void>
}

type Here = { text: (typeof words)[Language]; language: Language; platform: Platform }

/** One address for each path of the specification's route table, and each face that a main screen has. */
export const screens: Screen[] = [
  ...screensOfEntry,
  ...screensOfAccount,
  ...screensOfTasks,
  ...screensOfExams,
  ...screensOfBoards,
  ...screensOfProfiles,
  ...screensOfLms,
  { name: 'home', path: '/', persona: 'student' },
  { name: 'groups', path: '/groups', persona: 'student' },
  { name: 'group', path: '/group/1', persona: 'student' },
  { name: 'group-english', path: '/group/2', persona: 'student' },
  { name: 'group-not-begun', path: '/group/3', persona: 'student' },
  { name: 'group-ended', path: '/group/4', persona: 'student' },
  { name: 'group-exam', path: '/group/5', persona: 'candidate' },
  { name: 'task', path: '/group/1/task/101', persona: 'student' },
  { name: 'task-three-flags', path: '/group/1/task/102', persona: 'student' },
  { name: 'task-solved', path: '/group/1/task/103', persona: 'student' },
  { name: 'group-of-others', path: '/group/9', persona: 'newcomer' },
  { name: 'home-unverified', path: '/', persona: 'newcomer' },
]
