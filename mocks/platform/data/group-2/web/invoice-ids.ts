import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const invoiceIds: TaskSeed = {
  id: 203,
  title: "Somebody else's invoice",
  difficulty: 'medium',
  points: 125,
  important: false,
  status: 'active',
  description: md`
    The billing portal gives every customer a link to their invoices. The links are not numbered; they
    carry something that looks random:

    \`\`\`http
    GET /invoice/MTA0Ng== HTTP/1.1
    Host: billing.example
    \`\`\`

    It looks random, but is it? Decide first what you are looking at, then whether the server checks
    **whose** invoice it is.

    ### Your task

    Sign in as \`guest\` with the password \`guest\` and read the invoice of the customer *Northern
    Lights*. The flag is in its payment reference.

    The portal answers at most five requests a second. Slow down when you see \`429\`.
  `,
  flags: [{ id: 2031, prefix: 'flag', stem: 'ownership_is_a_query' }],
  hints: [
    {
      id: 2031,
      cost: 0,
      text: md`Two equals signs at the end are a strong clue about the encoding.`,
    },
    {
      id: 2032,
      cost: 10,
      text: md`
        The decoded text is a number. Customers were added alphabetically, so you can guess roughly
        where to look.
      `,
    },
  ],
  attachments: [],
  lab: {
    expectedSeconds: 15,
    lifetimeSeconds: 3600,
    extendWindowSeconds: 900,
    endpoints: [{ label: 'Billing portal', protocol: 'https', port: 8443 }],
    hasTerminal: false,
  },
  competencies: [1, 10],
  gitlabId: 4203,
}
