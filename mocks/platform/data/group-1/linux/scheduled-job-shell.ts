import { md } from '../../markdown'
import type { ShellSeed } from '../../shell-types'

/** A server whose nightly job tells its log more than it should: task 137. */
export const scheduledJobShell: ShellSeed = {
  host: 'cron01',
  address: '192.0.2.18',
  groups: ['adm'],
  welcome: md`
    cron01 · сервер заданий по расписанию. Команды: help. Shift+Tab выводит из терминала.
  `,
  accounts: [{ name: 'deploy', id: 1002 }],
  files: {
    '/etc/crontab':
      'SHELL=/bin/sh\n# m h dom mon dow user command\n*  * * * * root /opt/jobs/tidy.sh\n30 2 * * * root /opt/jobs/nightly-copy.sh\n',
    '/etc/cron.d/certificates': '0 5 * * 1 root /opt/jobs/renew.sh --quiet\n',
    '/opt/jobs/tidy.sh': {
      mode: 0o755,
      text: '#!/bin/sh\nfind /var/tmp -mtime +7 -delete\n',
    },
    '/opt/jobs/renew.sh': { mode: 0o750, text: '#!/bin/sh\n' },
    '/opt/jobs/nightly-copy.sh': {
      mode: 0o755,
      text: '#!/bin/sh\n# set -x остался с отладки: потом убрать!\nset -x\nTOKEN=$(base64 /root/flag.txt)\nrsync --token "$TOKEN" /srv backup:/copies >> /var/log/jobs/nightly-copy.log 2>&1\n',
    },
    '/root/flag.txt': { mode: 0o600, text: '{{flag:1371}}\n' },
    '/var/log/jobs/tidy.log': { group: 'adm', mode: 0o640, daysAgo: 1, text: 'removed 0 files\n'.repeat(40) },
    '/var/log/jobs/nightly-copy.log': {
      group: 'adm',
      mode: 0o640,
      daysAgo: 1,
      text: '+ TOKEN=[[base64:{{flag:1371}}\n]]\n+ rsync --token [[base64:{{flag:1371}}\n]] /srv backup:/copies\nsent 48,112 bytes  received 214 bytes\n',
    },
  },
  directories: { '/var/log/jobs': { group: 'adm', mode: 0o750, owner: 'root' } },
}
