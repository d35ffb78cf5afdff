import { tryDrifts } from './drifted-screens'

await tryDrifts([
  {
    path: '/competencies',
    as: 'student',
    operation: 'getCompetencies',
    call: 'GET /user/competencies',
  },
])
