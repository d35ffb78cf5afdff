import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const twoTimePad: TaskSeed = {
  id: 205,
  title: 'Same key, two messages',
  difficulty: 'easy',
  points: 75,
  important: true,
  status: 'active',
  description: md`
    A one-time pad is unbreakable as long as the key is random, as long as the message, and used
    **once**. The radio operator of a research vessel used his twice.

    You have two ciphertexts of equal length, \`a.bin\` and \`b.bin\`. The key is unknown, and it is not
    needed:

    \`\`\`text
    a ⊕ b = (m1 ⊕ k) ⊕ (m2 ⊕ k) = m1 ⊕ m2
    \`\`\`

    ### Your task

    Recover both messages. They are plain English; each contains the word \`weather\`, and one ends with
    the flag.

    ### A place to start

    \`\`\`python
    from pathlib import Path

    a = Path('a.bin').read_bytes()
    b = Path('b.bin').read_bytes()
    mixed = bytes(x ^ y for x, y in zip(a, b))

    def drag(crib: bytes) -> None:
        for at in range(len(mixed) - len(crib) + 1):
            guess = bytes(x ^ y for x, y in zip(mixed[at:], crib))
            if all(32 <= c < 127 for c in guess):
                print(at, guess.decode())
    \`\`\`

    The method is called *crib dragging*. Try a likely word at each position; where the other message
    turns into readable text, you have found its place.
  `,
  flags: [{ id: 2051, prefix: 'flag', stem: 'one_time_means_once' }],
  hints: [
    {
      id: 2051,
      cost: 0,
      text: md`
        Begin with \` weather \` including both spaces: the longer the crib, the fewer false finds.
      `,
    },
    {
      id: 2052,
      cost: 10,
      text: md`
        Each fragment that you find suggests how its word goes on. Extend the crib letter by letter
        and switch between the two messages.
      `,
    },
  ],
  attachments: [{ name: 'messages.zip', size: 2310 }],
  writeup: {
    rule: 'after_solve',
    content: md`
      \`drag(b' weather ')\` prints three candidates, and only one of them looks like English. Its
      neighbour letters suggest the next word of the *other* message, which in turn extends the first.

      After about ten such steps both texts are complete. Now the key itself is known as well: \`a ⊕
      m1\`.

      A stream cipher with a repeated nonce fails in exactly the same way. That is why modern
      libraries choose the nonce for you, and why you should let them.
    `,
  },
  competencies: [2],
  gitlabId: 4205,
}
