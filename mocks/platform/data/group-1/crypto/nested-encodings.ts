import { md } from '../../markdown'
import type { TaskSeed } from '../../types'

export const nestedEncodings: TaskSeed = {
  id: 118,
  title: 'Матрёшка из кодировок',
  difficulty: 'easy',
  points: 50,
  important: false,
  status: 'active',
  description: md`
    Стажёр «зашифровал» пароль от сейфа: применил к нему пять кодировок подряд и уверен, что теперь
    всё надёжно.

    Кодировка меняет **вид** данных, а не скрывает их смысл: ключа у неё нет, и вернуть всё назад
    может любой. Вашими ориентирами будут алфавит и длина строки.

    | Кодировка | Как узнать |
    |---|---|
    | Hex | только \`0–9\` и \`a–f\`, чётная длина |
    | Base32 | заглавные буквы и \`2–7\`, в конце бывают \`=\` |
    | Base64 | буквы обоих регистров, \`+\`, \`/\`, до двух \`=\` в конце |
    | ROT13 | похоже на слова, но бессмысленные |
    | URL | много знаков \`%\` |

    Снимите все пять слоёв с содержимого файла \`nested.txt\`.
  `,
  flags: [{ id: 1181, prefix: 'flag', stem: 'encoding_hides_nothing', isInFile: true }],
  hints: [
    {
      id: 1181,
      cost: 0,
      text: md`
        Снаружи — Base64. После каждого шага снова смотрите на алфавит: \`base64 -d\`, \`base32 -d\`, \`xxd
        -r -p\`.
      `,
    },
  ],
  attachments: [{ name: 'nested.txt', size: 365 }],
  competencies: [2],
  gitlabId: 4118,
}
