import { binary } from '../../../shell/base-files'
import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

/** A server where everybody may restart services: task 209. */
export const setuidWrapperShell: ShellSeed = {
  host: 'hermes',
  address: '192.0.2.25',
  groups: ['operators'],
  welcome: md`
    Welcome to hermes. Type help for the commands; Shift+Tab leaves the terminal.
  `,
  files: {
    '/home/student/readme.txt': 'To restart the web server: restart-service nginx\n',
    '/root/flag.txt': { mode: 0o600, text: '{{flag:2091}}\n' },
    '/usr/local/bin/restart-service': {
      mode: 0o4755,
      daysAgo: 900,
      text: binary('/lib64/ld-linux-x86-64.so.2', 'setuid', 'snprintf', 'system', 'service %s restart'),
      program: { as: 'root', usage: 'usage: restart-service NAME', line: 'service %s restart' },
    },
    '/usr/bin/passwd': { mode: 0o4755, text: binary('passwd') },
  },
}
