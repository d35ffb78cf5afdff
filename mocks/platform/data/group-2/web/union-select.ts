import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const unionSelect: TaskSeed = {
  id: 202,
  title: 'Search, union, select',
  difficulty: 'medium',
  points: 150,
  important: true,
  status: 'active',
  description: md`
    A gardening club sells seeds through an online catalogue. The search box builds its query by
    gluing strings together:

    \`\`\`php
    $sql = "SELECT name, price FROM seeds WHERE name LIKE '%" . $_GET['q'] . "%'";
    \`\`\`

    Whatever you type becomes part of the query. That is the whole of **SQL injection**: data is read
    as code.

    ### Part 1. A table nobody mentioned

    Use \`UNION SELECT\` to append rows of your own to the answer. Three things have to be right before
    it works:

    | Question | How to answer it |
    |---|---|
    | How many columns are there? | \`ORDER BY 1\`, then \`2\`, \`3\` until it fails |
    | Which of them are shown? | put a different number in each |
    | Which tables exist? | ask \`information_schema.tables\` |

    ### Part 2. A note for the administrator

    The table of users holds password hashes, which will not help you. One account has a note, though,
    and the note is worth reading.

    ### Ground rules

    - Read only: do not change or delete anything.
    - The request log is linked as “Log” on this page. Watch how your input alters the statement.
    - Automatic tools are allowed *after* you have done it by hand once.
  `,
  flags: [
    { id: 2021, title: 'The hidden table', prefix: 'flag', stem: 'columns_must_match' },
    { id: 2022, title: "The administrator's note", prefix: 'flag', stem: 'errors_are_verbose' },
  ],
  hints: [
    {
      id: 2021,
      cost: 0,
      text: md`
        Close the quote, add your own \`UNION SELECT\`, and turn the rest into a comment with \`-- \` (two
        hyphens and a space).
      `,
    },
    {
      id: 2022,
      cost: 15,
      text: md`
        In the answer, \`table_schema = database()\` keeps the club's own tables and hides several
        hundred system ones.
      `,
    },
    {
      id: 2023,
      cost: 20,
      text: md`
        The column is called \`note\`, the table is not called \`users\`. Ask \`information_schema.columns\`
        for it.
      `,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'after_solve',
    content: md`
      Two columns come back, so this lists the tables:

      \`\`\`sql
      ' UNION SELECT table_name, table_schema FROM information_schema.tables
        WHERE table_schema = database() --
      \`\`\`

      The answer contains a table that the site never shows. Ask for its columns, then for its rows:

      \`\`\`sql
      ' UNION SELECT column_name, data_type FROM information_schema.columns
        WHERE table_name = 'greenhouse' --
      \`\`\`

      The same two steps give the note in \`members\`.

      **The fix** is a prepared statement:

      \`\`\`php
      $query = $db->prepare('SELECT name, price FROM seeds WHERE name LIKE ?');
      $query->execute(['%' . $_GET['q'] . '%']);
      \`\`\`
    `,
  },
  lab: {
    expectedSeconds: 20,
    lifetimeSeconds: 5400,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Seed catalogue', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 10],
  gitlabId: 4202,
  hasLogViewer: true,
}
