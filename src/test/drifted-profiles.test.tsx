import { tryDrifts } from './drifted-screens'

await tryDrifts([
  {
    path: '/competencies',
    as: 'student',
    operation: 'getCompetencies',
    call: 'GET /user/competencies',
    // The view model's own table has every change of it.
    each: 5,
  },
])
