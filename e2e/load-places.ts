import type { Page } from '@playwright/test'
import { type Persona, personaPassword } from './people'
import { others } from './profile-steps'

/** An address as it is opened anew, and by whom. */
export interface LoadPlace {
  path: string
  persona: Exclude<Persona, 'lms'> | null
  /** What stands when the content is there. */
  mark: string
  /** Waves of requests after the shell, where they are not as many as of all, and why. */
  depth?: number
}

/** In place of the address that `shareProfile` gives. */
export const sharedProfile = '/profile/shared'

/** Every route of the specification that shows something of its own, for a member and for a guest. */
export const loadPlaces: readonly LoadPlace[] = [
  { path: '/', persona: 'student', mark: 'main li h3' },
  { path: '/groups', persona: 'student', mark: 'main li h3' },
  { path: '/group/1', persona: 'student', mark: 'main section li a' },
  {
    path: '/group/1/task/101',
    persona: 'student',
    mark: 'section[aria-labelledby="description"] .markdown p',
  },
  { path: '/group/1/leaderboard', persona: 'student', mark: 'main tbody tr[aria-current=true]' },
  { path: '/competencies', persona: 'student', mark: 'main section' },
  { path: `/competencies/${others.open}`, persona: 'student', mark: 'main section' },
  // Which task it is only the answer says, and only then can the task be asked for.
  {
    path: '/moodle/sec-autumn-26/4101',
    persona: 'student',
    mark: 'section[aria-labelledby="description"]',
    depth: 3,
  },
  { path: '/contacts', persona: 'student', mark: 'main dl' },
  { path: '/legal', persona: 'student', mark: 'main h2' },
  // Whether the reader belongs to the group already their own list says, which a guest is not asked for.
  { path: '/invite/EXAM-ANALYST', persona: 'student', mark: 'main form input[name=password]', depth: 3 },
  { path: sharedProfile, persona: 'student', mark: 'main section' },
  // The address of a way in leads a signed-in person home.
  { path: '/login', persona: 'student', mark: 'main li h3' },
  { path: '/login', persona: null, mark: 'main form input[name=username]', depth: 1 },
  { path: '/registration', persona: null, mark: 'main form input', depth: 1 },
  { path: '/reset-password', persona: null, mark: 'main form input', depth: 1 },
  // A guest who asks for a page of members is led to the login by what is in the first load.
  { path: '/groups', persona: null, mark: 'main form input[name=username]', depth: 1 },
  { path: '/contacts', persona: null, mark: 'main dl' },
  { path: '/legal', persona: null, mark: 'main h2' },
  { path: '/invite/EXAM-ANALYST', persona: null, mark: 'main a[href^="/login?invite"]' },
  { path: sharedProfile, persona: null, mark: 'main section' },
]

/** Opens the student's profile to everybody who has its link, by the calls alone; gives the address. */
export async function shareProfile(page: Page): Promise<string> {
  const data = { username: 'student', password: personaPassword }
  const login = await page.request.post('/api/auth/login', { data })
  const { access_token: token } = await login.json()
  const headers = { Authorization: `Bearer ${token}` }
  const { link } = await (await page.request.post('/api/user/profile/shared', { headers })).json()
  await page.context().clearCookies({ name: /token/ })
  return `/profile/${link}`
}
