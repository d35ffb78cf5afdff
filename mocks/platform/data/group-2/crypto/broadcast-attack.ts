import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const broadcastAttack: TaskSeed = {
  id: 206,
  title: 'Broadcast to three friends',
  difficulty: 'medium',
  points: 150,
  important: false,
  status: 'active',
  description: md`
    Alice sends the same message to three friends. Each has an RSA key of their own, 2048 bits long,
    and all of them chose the exponent \`e = 3\` because it is fast. There is no padding.

    The message is long enough that its cube exceeds any single modulus, so taking a cube root of one
    ciphertext does not work. But there are three of them.

    ### Your task

    The file \`broadcast.json\` holds three moduli and three ciphertexts. Recover the message.

    1. What does the Chinese remainder theorem say about a number whose remainders you know?
    2. How large is \`m³\` compared with \`n1 · n2 · n3\`?
    3. Which root do you have to take at the end, and why is floating point not good enough?
  `,
  flags: [{ id: 2061, prefix: 'flag', stem: 'chinese_remainder_helps' }],
  hints: [
    {
      id: 2061,
      cost: 0,
      text: md`
        The theorem gives you \`m³ mod (n1·n2·n3)\`, and \`m\` is smaller than each of the three moduli.
      `,
    },
    {
      id: 2062,
      cost: 15,
      text: md`In Python, \`pow(N // n, -1, n)\` is the inverse that the theorem's formula asks for.`,
    },
  ],
  attachments: [{ name: 'broadcast.json', size: 4096 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      \`\`\`python
      from math import prod

      N = prod(moduli)
      cube = sum(c * (N // n) * pow(N // n, -1, n) for c, n in zip(ciphertexts, moduli)) % N

      low, high = 0, 1 << (cube.bit_length() // 3 + 1)
      while low < high:
          middle = (low + high) // 2
          if middle ** 3 < cube:
              low = middle + 1
          else:
              high = middle

      print(low.to_bytes((low.bit_length() + 7) // 8, 'big').decode())
      \`\`\`

      The lesson is not “use a larger exponent” but “never encrypt a bare number”: with random padding
      the three messages would differ, and the theorem would have nothing to combine.
    `,
  },
  competencies: [2],
  gitlabId: 4206,
}
