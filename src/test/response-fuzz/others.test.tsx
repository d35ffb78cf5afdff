import { fuzzResponses } from './fuzz-responses'

const getCompetencies = {
  operation: 'getCompetencies',
  call: 'GET /user/competencies',
  // A unit test of the view model tries every mutation.
  each: 5,
}

fuzzResponses([
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
  {
    path: '/contacts',
    as: 'student',
    operation: 'refreshSession',
    call: 'POST /auth/refresh',
    isInitial: true,
  },
  { path: '/competencies', as: 'student', ...getCompetencies },
  // The same schema, without needing a share link.
  { path: '/profile/k3Vd9sQ2mZ7xT1aB', as: 'lms', ...getCompetencies, operation: 'getSharedProfile' },
])
