import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const packetCapture: TaskSeed = {
  id: 210,
  title: 'The noisy neighbour',
  difficulty: 'easy',
  points: 75,
  important: true,
  status: 'active',
  description: md`
    The network in a shared office has become slow. Someone recorded two minutes of traffic, and now
    the file is yours. Most of it is harmless; one conversation is not.

    ### Your task

    1. Open \`neighbour.pcap\` in Wireshark.
    2. Find the busiest pair of hosts under *Statistics → Conversations*.
    3. Follow one of their streams and work out the protocol from its first bytes.
    4. The flag was sent in clear text inside that stream.

    ### Filters worth remembering

    | Filter | What stays |
    |---|---|
    | \`ip.addr == 192.0.2.15\` | everything to or from one host |
    | \`tcp.flags.syn == 1 && tcp.flags.ack == 0\` | attempts to connect |
    | \`dns.qry.name contains "example"\` | look-ups of a name |
    | \`frame contains "flag"\` | frames with these bytes |

    The last one is a tempting shortcut. It will not work here, and finding out why is half of the
    task.
  `,
  flags: [{ id: 2101, prefix: 'flag', stem: 'follow_the_stream' }],
  hints: [
    {
      id: 2101,
      cost: 0,
      text: md`The text is sent one letter per packet, so no single frame contains the whole word.`,
    },
  ],
  attachments: [{ name: 'neighbour.pcap', size: 913_408 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      The busiest pair talks on port 23, that is Telnet, where each keystroke travels in a packet of
      its own. *Follow → TCP Stream* joins them again:

      \`\`\`bash
      tshark -r neighbour.pcap -q -z follow,tcp,ascii,0 | less
      \`\`\`

      In the middle of the session the user types the flag into a file. The answer repeats every
      letter because the server echoes what it receives.
    `,
  },
  competencies: [4, 5],
  gitlabId: 4210,
}
