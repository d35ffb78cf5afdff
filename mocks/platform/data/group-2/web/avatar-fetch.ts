import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const avatarFetch: TaskSeed = {
  id: 204,
  title: 'The avatar that phones home',
  difficulty: 'hard',
  points: 250,
  important: false,
  status: 'active',
  description: md`
    Users of the profile service may set an avatar by address: the server downloads the picture and
    stores a copy. It refuses addresses that point back at itself and checks the host name against a
    list of private networks **before** downloading.

    Before is the important word. Between the check and the download the name is resolved again, and a
    redirect is followed without a second check.

    ### Your task

    Read \`http://127.0.0.1:9000/internal/flag\`, a page that only the server itself can open.

    | Obstacle | Consequence |
    |---|---|
    | Private addresses are refused | you cannot name the target directly |
    | The answer must begin like a PNG | an error page is discarded, but its first bytes are quoted in the message |
    | Downloads stop after 2 seconds | be quick |

    The lab includes a small web server of your own at \`http://attacker.example:8081/\`; whatever you
    put into its form becomes its answer, headers included.
  `,
  flags: [{ id: 2041, prefix: 'flag', stem: 'redirect_after_check' }],
  hints: [
    {
      id: 2041,
      cost: 0,
      text: md`Let your own server answer \`302 Found\` with a \`Location\` header.`,
    },
    {
      id: 2042,
      cost: 25,
      text: md`
        The error message quotes only the first 64 bytes. Ask for a later part of the page with the
        query parameter \`from\`.
      `,
    },
  ],
  attachments: [],
  lab: {
    expectedSeconds: 10,
    actualSeconds: 35,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 600,
    endpoints: [{ label: 'Profile service', protocol: 'http', port: 8080 }],
    hasTerminal: false,
  },
  competencies: [1, 5],
  gitlabId: 4204,
}
