import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const packedLunch: TaskSeed = {
  id: 214,
  title: 'Packed lunch',
  difficulty: 'hard',
  points: 300,
  important: false,
  status: 'disabled',
  disabledReason: 'The lab of this task is being rebuilt. It will be back in a few days.',
  description: md`
    The file has been packed with a home-made packer: at start it decrypts itself in three stages and
    erases each stage after use.

    Dump the program at the moment when all of its code is in the clear, repair the entry point, and
    find the flag in the unpacked strings.

    > This task is switched off for now while its files are being rebuilt. You can read it, but flags
    > are not accepted.
  `,
  flags: [{ id: 2141, prefix: 'flag', stem: 'dump_after_unpack' }],
  hints: [
    {
      id: 2141,
      cost: 0,
      text: md`Watch for the call to \`mprotect\` that makes a region executable.`,
    },
  ],
  attachments: [{ name: 'lunch.bin', size: 52_224 }],
  competencies: [3],
  gitlabId: 4214,
}
