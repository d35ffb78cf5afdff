import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const timeLock: TaskSeed = {
  id: 213,
  title: 'Time-locked',
  difficulty: 'medium',
  points: 150,
  important: false,
  status: 'active',
  description: md`
    The program \`timelock\` prints the flag, but only after 30 years have passed. It asks the lab's
    time server for the date, so setting your own clock changes nothing.

    ### Your task

    Choose one of three ways, or try them all:

    1. **Patch** the branch that compares the dates.
    2. **Debug**: stop after the comparison and change the result.
    3. **Pretend**: answer the program's request yourself.

    \`\`\`bash
    gdb -q ./timelock
    (gdb) break *main+182
    (gdb) run
    (gdb) set $eflags ^= 0x40
    \`\`\`

    Be careful: the second way reveals an anti-debugging check, and the first one a checksum over the
    code.
  `,
  flags: [{ id: 2131, prefix: 'flag', stem: 'patch_the_branch' }],
  hints: [
    {
      id: 2131,
      cost: 0,
      text: md`
        The checksum covers the code section only. The date that it compares with is in the data
        section.
      `,
    },
    {
      id: 2132,
      cost: 15,
      text: md`The server's answer is four bytes, most significant first: seconds since 1970.`,
    },
  ],
  attachments: [{ name: 'timelock', size: 20_480 }],
  lab: {
    expectedSeconds: 15,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Time server', protocol: 'tcp', port: 4000 }],
    hasTerminal: false,
  },
  competencies: [3],
  gitlabId: 4213,
}
