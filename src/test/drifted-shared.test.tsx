import { tryDrifts } from './drifted-screens'

await tryDrifts([
  {
    path: '/profile/k3Vd9sQ2mZ7xT1aB',
    // Somebody with little to show: every change draws the whole page anew.
    as: 'lms',
    operation: 'getSharedProfile',
    // The same shape, by a call that needs no link of this very db.
    call: 'GET /user/competencies',
    each: 5,
  },
  {
    path: '/moodle/sec-autumn-26/4101',
    as: 'student',
    operation: 'findLmsTask',
    call: 'POST /groups/get-ids',
    body: { mnemonic_code_group: 'sec-autumn-26', gitlab_id: '4101' },
  },
  {
    path: '/group/1?tab=lms',
    as: 'admin',
    operation: 'getGroup',
    call: 'GET /groups/1',
    // All that the tab knows of the group.
    only: /^\.(?:name|mnemonic_code|is_admin) /,
  },
])
