import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const passwordPlease: TaskSeed = {
  id: 212,
  title: 'Password, please',
  difficulty: 'easy',
  points: 75,
  important: false,
  status: 'active',
  description: md`
    The program \`please\` asks for a password and has no source code. Start without running it: what do
    the file itself, its strings and its symbols tell you?

    \`\`\`bash
    file please
    strings -n 8 please
    objdump -d -M intel please | less
    \`\`\`

    Find the comparison, work out what it expects, and let the program print the flag.
  `,
  flags: [{ id: 2121, prefix: 'flag', stem: 'static_before_dynamic' }],
  hints: [
    {
      id: 2121,
      cost: 0,
      text: md`Every character is compared with a constant after one has been added to it.`,
    },
  ],
  attachments: [{ name: 'please', size: 15_960 }],
  competencies: [3],
  gitlabId: 4212,
}
