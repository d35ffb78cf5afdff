import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const repeatedNonce: TaskSeed = {
  id: 207,
  title: 'Nonce sense',
  difficulty: 'hard',
  points: 250,
  important: false,
  status: 'active',
  description: md`
    A firmware updater signs its images with ECDSA on the curve P-256. Every signature needs a fresh
    random number, usually called \`k\`. The updater's author seeded the generator with the current
    minute.

    ### Your task

    The file \`signatures.csv\` lists 60 signatures: the SHA-256 of the image, \`r\` and \`s\`. The last
    line holds a text in hexadecimal, encrypted with AES-GCM; its key is the SHA-256 of the signing
    key. Recover the signing key and read the text.

    Two signatures with the same \`r\` were made with the same \`k\`. From there it is two lines of
    algebra:

    \`\`\`text
    s1 = k⁻¹ (z1 + r·d)   mod q
    s2 = k⁻¹ (z2 + r·d)   mod q
    \`\`\`
  `,
  flags: [{ id: 2071, prefix: 'flag', stem: 'nonce_must_be_unique' }],
  hints: [
    {
      id: 2071,
      cost: 0,
      text: md`Subtract one equation from the other: the unknown key disappears, and \`k\` is left alone.`,
    },
    {
      id: 2072,
      cost: 20,
      text: md`
        \`k = (z1 − z2) / (s1 − s2) mod q\`, then \`d = (s1·k − z1) / r mod q\`. If the result does not
        fit, try \`−s2\` instead of \`s2\`.
      `,
    },
  ],
  attachments: [{ name: 'signatures.csv', size: 9120 }],
  competencies: [2],
  gitlabId: 4207,
}
