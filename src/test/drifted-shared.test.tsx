import { tryDrifts } from './drifted-screens'

await tryDrifts([
  {
    path: '/profile/k3Vd9sQ2mZ7xT1aB',
    // Somebody with little to show: every change draws the whole page anew.
    as: 'lms',
    operation: 'getSharedProfile',
    // The same shape, by a call that needs no link of this very world.
    call: 'GET /user/competencies',
  },
])
