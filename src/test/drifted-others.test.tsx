import { tryDrifts } from './drifted-screens'

await tryDrifts([
  {
    path: '/group/2/leaderboard',
    as: 'student',
    operation: 'getLeaderboard',
    call: 'GET /leaderboard/group/2',
  },
  {
    path: '/invite/AUTUMN-2026',
    as: 'candidate',
    operation: 'checkInvite',
    call: 'GET /auth/invite/AUTUMN-2026',
  },
  { path: '/contacts', as: 'student', operation: 'refreshSession', call: 'POST /auth/refresh' },
])
