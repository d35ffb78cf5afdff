import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const firstLogin: TaskSeed = {
  id: 208,
  title: 'Look before you leap',
  difficulty: 'easy',
  points: 50,
  important: false,
  status: 'active',
  description: md`
    You have been given an account on a small server. Before anything else, look around: who are you,
    what is running, and what did the people before you leave behind?

    ### Your task

    Start the lab, open the terminal and answer these questions for yourself:

    - \`id\`: which groups do you belong to?
    - \`ps aux\`: which program runs under an unusual user?
    - \`ls -la ~\`: what is hidden in the home directory?
    - \`find / -newer /etc/hostname -type f 2>/dev/null | head\`: what changed recently?

    The flag is in a file that your **group** may read, although your user does not own it.
  `,
  flags: [{ id: 2081, prefix: 'flag', stem: 'read_the_manual_page', isInLab: true }],
  hints: [
    {
      id: 2081,
      cost: 0,
      text: md`
        \`find / -group GROUP -readable -type f 2>/dev/null\` lists the files of a group that you can
        read.
      `,
    },
  ],
  attachments: [],
  lab: {
    expectedSeconds: 20,
    // Kept warm, so that all states of a lab can be seen in a moment.
    actualSeconds: 0.3,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [
      { label: 'Server console', protocol: 'ssh', port: 22 },
      { label: 'Handbook', protocol: 'http', port: 8080 },
    ],
    hasTerminal: true,
  },
  competencies: [6],
  gitlabId: 4208,
}
