import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

/** A server where the duty officer may read logs as root: task 135. */
export const sudoRulesShell: ShellSeed = {
  host: 'web01',
  address: '192.0.2.10',
  groups: ['users'],
  welcome: md`
    web01 · учётная запись дежурного. Команды: help. Shift+Tab выводит из терминала.
  `,
  files: {
    '/home/student/readme.txt':
      'Дежурному можно читать журналы от имени root. Остальное — через заявку.\nЧто именно разрешено, скажет sudo -l.\n',
    '/var/log/syslog': {
      mode: 0o640,
      daysAgo: 1,
      text: 'web01 systemd[1]: Started nightly-backup.service\nweb01 nightly-backup[2210]: 412 files, 0 errors\n',
    },
    '/var/log/auth.log': {
      mode: 0o640,
      daysAgo: 1,
      text: 'web01 sudo: student : COMMAND=/usr/bin/less /var/log/syslog\n',
    },
    '/root/flag.txt': { mode: 0o600, daysAgo: 9, text: '{{flag:1351}}\n' },
  },
  sudo: [{ as: 'root', command: '/usr/bin/less /var/log/*' }],
}
