import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const robotsFile: TaskSeed = {
  id: 201,
  title: 'Robots have no secrets',
  difficulty: 'easy',
  points: 50,
  important: true,
  status: 'active',
  description: md`
    The website of a small harbour museum has a page that its owner would rather not show to search
    engines. He did what many people do: he listed it in \`robots.txt\`, the file that politely asks
    crawlers to stay away.

    Politeness is not access control. The file is public, and a list of things not to look at is a
    fine list of things to look at.

    ### Your task

    1. Start the lab and open the museum's site.
    2. Read \`robots.txt\` and follow what you find.
    3. One of the pages answers \`403 Forbidden\`. Find out **what** it checks before refusing.
    4. Submit the flag. It looks like this:

       \`\`\`text
       flag{words_and_a_suffix}
       \`\`\`

    ### Useful commands

    \`\`\`bash
    curl -i http://museum.example:8080/robots.txt
    curl -i -A 'Some browser' http://museum.example:8080/archive/
    \`\`\`

    The \`-i\` switch prints the answer's headers, \`-A\` changes the name by which your client introduces
    itself.

    Background reading: [how crawlers read a site](https://wiki.flagship.example/en/web/robots).
  `,
  flags: [{ id: 2011, prefix: 'flag', stem: 'robots_is_a_map' }],
  hints: [
    {
      id: 2011,
      cost: 0,
      text: md`
        Look at the \`User-agent\` lines. One of the crawlers is allowed to see more than the others.
      `,
    },
    {
      id: 2012,
      cost: 5,
      text: md`A server cannot know who is calling; it only knows what the client says about itself.`,
    },
  ],
  attachments: [],
  writeup: {
    rule: 'always',
    content: md`
      The file grants one crawler what it denies to the rest:

      \`\`\`text
      User-agent: *
      Disallow: /archive/

      User-agent: HarbourBot
      Allow: /archive/
      \`\`\`

      So introduce yourself as that crawler:

      \`\`\`bash
      curl -A 'HarbourBot/1.0' http://museum.example:8080/archive/
      \`\`\`

      **The fix** is authentication. \`robots.txt\` is a note for well-behaved programs, and the
       \`User-Agent\` header is whatever the client wants it to be.
    `,
  },
  lab: {
    expectedSeconds: 15,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Harbour museum', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 9],
  gitlabId: 4201,
}
