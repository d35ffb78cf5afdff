import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

/** A small server on the first day: task 208. */
export const firstLoginShell: ShellSeed = {
  host: 'apollo',
  address: '192.0.2.21',
  groups: ['operators'],
  welcome: md`
    Welcome to apollo. Type help for the commands; Shift+Tab leaves the terminal.
  `,
  accounts: [
    { name: 'meter', id: 998, home: '/opt/meter', shell: '/usr/sbin/nologin' },
    { name: 'grace', id: 1001 },
  ],
  files: {
    '/home/student/readme.txt':
      'Hi! Your account works. The people before you kept a handbook somewhere under /srv.\n',
    '/home/student/.bash_history': { mode: 0o600, daysAgo: 3, text: 'id\nps aux\nls -la /srv\nexit\n' },
    '/srv/handbook/oncall.txt': {
      group: 'operators',
      mode: 0o640,
      daysAgo: 4,
      text: 'On call this week: grace.\nIf the meter stops, restart it and write down the code below.\n\n  {{flag:2081}}\n',
    },
    '/srv/handbook/salaries.txt': { mode: 0o600, daysAgo: 40, text: '-\n' },
    '/srv/www/index.html': '<!doctype html>\n<title>apollo</title>\n',
    '/opt/meter/config.ini': '[meter]\ninterval = 60\n',
    '/home/grace/.plan': { mode: 0o600, text: 'sleep\n' },
  },
  processes: [{ user: 'meter', id: 712, command: '/opt/meter/meter --interval 60' }],
}
