import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const deletedDatabase: TaskSeed = {
  id: 211,
  title: 'Deleted, not gone',
  difficulty: 'medium',
  points: 150,
  important: false,
  status: 'active',
  description: md`
    The suspect deleted one conversation from a messenger before handing over the phone. The program
    keeps its messages in SQLite, and SQLite does not erase rows: it marks their pages as free and
    leaves the bytes where they are.

    ### Your task

    Recover the deleted messages from \`messenger.db\`. The flag is in the last one.

    \`\`\`bash
    sqlite3 messenger.db 'PRAGMA page_size; PRAGMA freelist_count;'
    sqlite3 messenger.db .recover > recovered.sql
    \`\`\`

    The second command may not be enough. If it is not, read the pages yourself: each row begins with
    its length, its number and a header that lists the types of its columns.
  `,
  flags: [{ id: 2111, prefix: 'flag', stem: 'freelist_keeps_rows' }],
  hints: [
    {
      id: 2111,
      cost: 0,
      text: md`
        The table \`lost_and_found\`, made by \`.recover\`, holds rows that belong to no known table.
      `,
    },
    {
      id: 2112,
      cost: 15,
      text: md`Messages are stored as UTF-16 little-endian. Search with \`strings -el\`.`,
    },
  ],
  attachments: [{ name: 'messenger.db', size: 262_144 }],
  competencies: [4],
  gitlabId: 4211,
}
